import type { Publication } from './publication.entity.js';

/** Makes the response for a document. The response has no content if the content was not read. */
export function present(publication: Publication): object {
  const { accountId: _, authorKind, authorName, ...fields } = publication;
  const isPublished = fields.publishedVersion === fields.version;
  return {
    ...fields,
    author: { kind: authorKind, name: authorName },
    state: isPublished ? 'published' : fields.intent,
    indexStatus: fields.publishedVersion === null ? 'not_published' : 'ready',
    url: `https://example.org/${fields.locale}/${encodeURIComponent(fields.slug)}`,
  };
}
