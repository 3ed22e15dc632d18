import { timestampText } from '../../platform/database/timestamp-text.js';
import { RELEASE_FACTS, type ReleaseFacts } from '../../releases/release-facts.js';
import { IS_RETURNED, type Returned } from './publication-state.js';
import type { DocumentRow } from './document.js';
import { DOCUMENT_COLUMNS } from './revision.js';

/** A publication with its working revision and its release, as queries return it. */
export interface PublicationRow extends DocumentRow, ReleaseFacts {
  readonly id: string;
  readonly version: number;
  readonly contentLength: number;
  readonly returned: Returned | null;
  /** RFC 3339, UTC, with milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A publication as an accepted write left it: the stored answer of the write, without the content. */
export interface CommittedPublication extends Omit<PublicationRow, 'returned'> {
  /** `PUBLIC_BASE_URL` at the time of the write, so that a replay gives the same `url` (contract 5). */
  readonly publicBaseUrl: string;
  /**
   * Pictures that the written content names and that the account did not have at that time; absent or `null` if there
   * were none.
   */
  readonly missingPictures?: readonly string[] | null;
  /** For an update, the fields in which the revision differs from the one before it; absent for all other writes. */
  readonly changedFields?: readonly string[];
}

export interface RevisionRow extends DocumentRow {
  readonly version: number;
  readonly contentLength: number;
}

export interface WholePublicationRow extends PublicationRow {
  readonly content: string;
}

/** The columns of a `CommittedPublication`. The content is left out, because it is stored in the revision. */
export const COMMITTED_COLUMNS = `
  p.id, p.version, ${timestampText('p.created_at')} AS "createdAt",
  ${timestampText('p.updated_at')} AS "updatedAt", ${DOCUMENT_COLUMNS},
  r.content_length AS "contentLength", ${RELEASE_FACTS}`;

/** Makes the column `returned`: the decision `back` if the condition holds, otherwise null. */
export const returned = (condition: string): string => `
  CASE WHEN ${condition} THEN json_build_object(
    'version', back.version, 'note', back.note, 'by', back.decided_by,
    'at', ${timestampText('back.created_at')}) END AS returned`;

/** The columns of a `PublicationRow`, from the tables in `PUBLICATION_TABLES`. */
export const PUBLICATION_COLUMNS = `${COMMITTED_COLUMNS},
  ${returned(IS_RETURNED)}`;

/** Tables for a publication `p` and everything that determines its `state`, so that a query can filter by `state`. */
export const PUBLICATION_TABLES = `
  publication p
  JOIN revision r ON r.publication_id = p.id AND r.version = p.version
  LEFT JOIN release l ON l.publication_id = p.id
  LEFT JOIN decision back ON back.publication_id = p.id AND back.version = p.version
    AND back.outcome = 'returned'`;
