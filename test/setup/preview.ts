import type { PublicationPreviewDto } from '../../src/publications/dto/publication-view.dto.js';
import type { Client } from './client.js';

/** Requests a preview from the API: the preview of the revision `revision`, or by default of the working revision. */
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

/** Returns the HTML of the article in a page, from title to footnotes, without the facts about its release. */
export const articleIn = (page: string): string | undefined =>
  /<article class="document">[^]*<\/article>/
    .exec(page)?.[0]
    .replaceAll(/<div class="release">[^]*?<\/div> /g, '');
