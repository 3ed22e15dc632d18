import type { PublicationPreviewDto } from '../../src/publications/dto/publication-view.dto.js';
import type { Client } from './client.js';

/** The address of a preview, as the API gives it: of the working revision, unless another one is named. */
export async function previewOf(
  api: Client,
  id: string,
  revision?: number,
): Promise<PublicationPreviewDto> {
  const named = revision === undefined ? '' : `&revision=${revision}`;
  const { status, body, text } = await api.request(
    'GET',
    `/api/v1/publications/${id}?view=preview${named}`,
  );
  if (status !== 200) throw new Error(text);
  return (body as unknown as { preview: PublicationPreviewDto }).preview;
}

/** The article of a page, from title to footnotes, as it was sent. */
export const articleIn = (page: string): string | undefined =>
  /<article class="document">[^]*<\/article>/.exec(page)?.[0];
