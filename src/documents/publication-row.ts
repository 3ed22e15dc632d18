import { timestampText } from '../platform/database/statement.js';
import {
  APPROVED_COLUMNS,
  type Approved,
  RELEASE_FACTS,
  type ReleaseFacts,
} from './release-facts.js';
import { type Approval, APPROVALS, IS_RETURNED, type Returned } from './publication-state.js';
import { DOCUMENT_COLUMNS, documentColumns, type DocumentRow } from './document.js';

/** A publication with its working revision and its release, as queries return it. */
export interface PublicationRow extends DocumentRow, ReleaseFacts, Approved {
  readonly id: string;
  readonly version: number;
  readonly contentLength: number;
  readonly returned: Returned | null;
  /** The approvals of the working revision so far, oldest first. */
  readonly approvals: readonly Approval[];
  /** RFC 3339, UTC, with milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What the answer of an accepted write says besides its revision. This part is stored for replays. */
export interface StoredAnswer extends ReleaseFacts {
  readonly createdAt: string;
  readonly updatedAt: string;
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

/** A publication as an accepted write left it, without the content: the stored answer and the revision. */
export interface CommittedPublication
  extends StoredAnswer, RevisionRow, Pick<PublicationRow, 'id'> {}

/** A revision, with the approval of the public one. */
export interface RevisionRow extends DocumentRow, Approved {
  readonly version: number;
  readonly contentLength: number;
}

export interface WholePublicationRow extends PublicationRow {
  readonly content: string;
}

/** The columns of a `StoredAnswer` that every write has. None of them is text of the document. */
export const ANSWER_COLUMNS = `
  ${timestampText('p.created_at')} AS "createdAt", ${timestampText('p.updated_at')} AS "updatedAt", ${RELEASE_FACTS}`;

/**
 * The columns of a `CommittedPublication` that are not stored in the answer, because the revision and decision `approval` have
 * them.
 */
export const COMMITTED_COLUMNS = committedColumns(DOCUMENT_COLUMNS);

function committedColumns(document: string): string {
  return `p.id, r.version, ${document}, r.content_length AS "contentLength", ${APPROVED_COLUMNS}`;
}

/** Makes the column `returned`: the decision `back` if the condition holds, otherwise null. */
export const returned = (condition: string): string => `
  CASE WHEN ${condition} THEN json_build_object(
    'version', back.version, 'note', back.note, 'by', back.decided_by,
    'at', ${timestampText('back.created_at')}) END AS returned`;

/** The columns of a `PublicationRow`, from the tables in `PUBLICATION_TABLES`. */
export const PUBLICATION_COLUMNS = `${publicationColumns(DOCUMENT_COLUMNS)},
  (SELECT coalesce(json_agg(json_build_object(
     'id', given.key_id, 'name', given.decided_by, 'at', ${timestampText('given.created_at')}) ORDER BY given.number), '[]')
   FROM (${APPROVALS}) given) AS approvals`;

/**
 * Columns of a list. No item shows its approvals, which are sorted for each document, and its sources, of which a page of
 * 100 documents can have 10 MB.
 */
export const ITEM_COLUMNS = publicationColumns(
  documentColumns(`r.document - 'sources' AS document`),
);

function publicationColumns(document: string): string {
  return `${committedColumns(document)}, ${ANSWER_COLUMNS}, ${returned(IS_RETURNED)}`;
}

/** Tables for a publication `p` and everything that determines its `state`, so that a query can filter by `state`. */
export const PUBLICATION_TABLES = `
  publication p
  JOIN revision r ON r.publication_id = p.id AND r.version = p.version
  LEFT JOIN release l ON l.publication_id = p.id
  LEFT JOIN decision approval ON approval.id = l.decision_id
  LEFT JOIN decision back ON back.publication_id = p.id AND back.version = p.version
    AND back.outcome = 'returned'`;
