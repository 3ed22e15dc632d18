import type { Config } from '../platform/config/config.js';

/** Returns the address of the desk page of a publication; `null` if the desk is off (contract 13). */
export const deskUrl = (
  { desk, publicBaseUrl }: Pick<Config, 'desk' | 'publicBaseUrl'>,
  publicationId: string,
): string | null => (desk === 'on' ? `${publicBaseUrl}/desk/${publicationId}` : null);
