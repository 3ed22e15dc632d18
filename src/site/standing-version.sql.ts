/**
 * Whether a version `v` of a document `page` stands at its address: the document is shown, was not withdrawn since, and
 * the version not erased. What began to be shown with the same release belongs together; an older version of this
 * service noted that of no version.
 */
export const STANDS = `
  page.withdrawn_at IS NULL AND coalesce(v.first_published_at = page.first_published_at,
                                         v.published_at >= page.first_published_at)
  AND NOT EXISTS (SELECT FROM erasure
                   WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version)`;
