import type { Config } from '../platform/config/config.js';

/** The desk page of a publication; `null`: there is no desk (contract 13). */
export const deskUrl = (
  { desk, publicBaseUrl }: Pick<Config, 'desk' | 'publicBaseUrl'>,
  publicationId: string,
): string | null => (desk === 'on' ? `${publicBaseUrl}/desk/${publicationId}` : null);
