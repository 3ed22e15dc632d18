/**
 * SQL condition: version `v` of document `page` is available at its address. This is so if the document is public and
 * was not withdrawn since the release of the version, and if the version is not erased. All releases between two
 * withdrawals have the same `first_published_at`: if that of `v` differs from that of `page`, `v` was withdrawn. An
 * older service did not record it for versions; their `published_at` is compared instead.
 */
export const STANDS = `
  page.withdrawn_at IS NULL AND coalesce(v.first_published_at = page.first_published_at,
                                         v.published_at >= page.first_published_at)
  AND NOT EXISTS (SELECT FROM erasure
                   WHERE erasure.publication_id = v.publication_id AND erasure.version = v.version)`;
