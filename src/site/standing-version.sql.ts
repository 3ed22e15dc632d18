/**
 * Whether a version `v` of a document `page` is available at its address: the page is public, was not withdrawn since
 * the version was released, and the version is not erased. Versions between two withdrawals share `first_published_at`.
 * For versions from an older service, which did not record it, `published_at` is compared.
 */
export const STANDS = `
  page.withdrawn_at IS NULL AND coalesce(v.first_published_at = page.first_published_at,
                                         v.published_at >= page.first_published_at)
  AND NOT EXISTS (SELECT FROM erasure
                   WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version)`;
