import { largeBytes, LargeValues, largeText } from '../platform/database/large-values.js';

export interface VersionToKeep {
  readonly publicationId: string;
  readonly approvedVia: string | null;
  /** A packed `KeptVersion`. */
  readonly document: Uint8Array;
  /** Position of the signed record in the chain of the publication, from 1. */
  readonly recordNumber: number;
  readonly jws: string;
  readonly sha256: Uint8Array;
}

/** Makes the parameters that `KEEP_VERSIONS` needs. */
export function versionColumns(versions: readonly VersionToKeep[]) {
  const large = new LargeValues();
  return {
    versionOf: versions.map(({ publicationId }) => publicationId),
    versionApprovedVia: versions.map(({ approvedVia }) => approvedVia),
    versionRecordNumber: versions.map(({ recordNumber }) => recordNumber),
    versionDocument: large.add(versions.map(({ document }) => document)),
    versionJws: large.add(versions.map(({ jws }) => jws)),
    versionSha256: large.add(versions.map(({ sha256 }) => sha256)),
    versionLarge: large.bytes(),
  };
}

/**
 * CTEs that store the versions that the CTEs `made` and `shown` publish, with their signed records. If a version is
 * released again, its row is replaced, but the record of the earlier release stays in the chain. If the chain already
 * has a record with the number of a new record, the statement fails. Therefore the chain never forks.
 */
export const KEEP_VERSIONS = `
    version AS MATERIALIZED (
      SELECT made.version, made.published_at, made.approved_by, made.approved_in, made.decision_id,
             shown.first_published_at, shown.account_name, given.*
        FROM unnest((SELECT $versionOf::uuid[]), (SELECT $versionApprovedVia::text[]),
                    (SELECT $versionRecordNumber::integer[]), (SELECT $versionDocument::int4range[]),
                    (SELECT $versionJws::int4range[]), (SELECT $versionSha256::int4range[]))
               AS given (publication_id, approved_via, record_number, document, jws, sha256)
             JOIN made USING (publication_id) JOIN shown USING (publication_id)
    ), remembered AS (
      INSERT INTO released_revision (publication_id, version, published_at, approved_by, approved_via,
                                     approved_in, decision_id, first_published_at, account_name, document, record_number)
      SELECT publication_id, version, published_at, approved_by, approved_via, approved_in, decision_id,
             first_published_at, account_name, ${largeBytes('versionLarge', 'document')}, record_number
        FROM version
      ON CONFLICT (publication_id, version) DO UPDATE
         SET published_at = excluded.published_at, withdrawn_at = NULL, approved_by = excluded.approved_by,
             approved_via = excluded.approved_via, approved_in = excluded.approved_in, decision_id = excluded.decision_id,
             first_published_at = excluded.first_published_at,
             account_name = excluded.account_name, document = excluded.document,
             record_number = excluded.record_number
    ), signed AS (
      INSERT INTO signed_record (publication_id, number, version, sha256, jws)
      SELECT publication_id, record_number, version, ${largeBytes('versionLarge', 'sha256')},
             ${largeText('versionLarge', 'jws')}
        FROM version
    )`;
