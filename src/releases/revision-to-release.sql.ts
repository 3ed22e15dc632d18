import { SHOWN_PICTURES } from '../rendering/shown-pictures.sql.js';
import type { PictureToShow } from '../rendering/rendered-document.js';
import { DOCUMENT_COLUMNS, type DocumentRow, type DocumentValue } from '../documents/document.js';

/** A revision and its path, with everything that the worker needs to release it. */
export type RevisionToRelease = Omit<RevisionRow, 'document'> & DocumentValue;

/** A `RevisionToRelease` as queries return it. */
export interface RevisionRow extends DocumentRow {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly version: number;
  readonly content: string;
  /** The pictures that the content names and the account has; `null` if there are none. */
  readonly pictures: readonly PictureToShow[] | null;
}

/** The columns of a `RevisionRow`, from `REVISION_TABLES`. */
export const REVISION_TO_RELEASE = `
           p.id, p.account_id AS "accountId", a.name AS "accountName", r.version, r.content,
           ${DOCUMENT_COLUMNS}, ${SHOWN_PICTURES}`;

/** Revision `r` with its publication `p` and account `a`. */
export const REVISION_TABLES = `
           revision r JOIN publication p ON p.id = r.publication_id JOIN account a ON a.id = p.account_id`;
