import { MAX_NOTES } from '../documents/note.js';
import { stillAuthenticated } from '../keys/live-key.sql.js';
import { namedStatement } from '../platform/database/statement.js';
import type { Note } from './note.entity.js';

interface OfApprover {
  readonly id: string;
  readonly accountId: string;
  readonly publicationId: string;
  /** Name of the approver. */
  readonly by: string;
  readonly keyId: string;
  /** Hash of the token of the desk session. */
  readonly session: Buffer | null;
}

const LIVE = `EXISTS (SELECT FROM account a WHERE a.id = p.account_id AND a.status = 'active')
      AND ${stillAuthenticated('$keyId', '$session')}`;

/**
 * Adds a note to the working revision, if it has not more than its share and the session is live. The publication is
 * locked and marked, as by a decision, so that notes that are sent at once are counted, and an erasure leaves none.
 */
export const ADD_NOTE = namedStatement<
  OfApprover & Readonly<Pick<Note, 'version' | 'field' | 'section' | 'quote' | 'text'>>
>(
  'note_add',
  `
  WITH noted AS (
    SELECT p.id FROM publication p JOIN publication seen ON seen.id = p.id
    WHERE p.id = $publicationId AND p.account_id = $accountId AND p.version = $version AND seen.xmin = p.xmin
      AND (SELECT count(*) FROM note n WHERE n.publication_id = p.id AND n.closed_at IS NULL) < ${MAX_NOTES}
      AND ${LIVE}
    FOR NO KEY UPDATE OF p
  ), marked AS (
    UPDATE publication p SET version = p.version FROM noted WHERE p.id = noted.id RETURNING p.id
  )
  INSERT INTO note (id, publication_id, version, field, section, quote, text, approver_id, noted_by)
  SELECT $id, marked.id, $version, $field, $section, $quote, $text, $keyId, $by FROM marked
  ON CONFLICT (id) DO NOTHING
  RETURNING id`,
);

/** Closes a note of the account, if the session is live. A closed one stays as it is. */
export const CLOSE_NOTE = namedStatement<OfApprover>(
  'note_close',
  `
  UPDATE note n SET closed_at = coalesce(n.closed_at, now()), closed_by = coalesce(n.closed_by, $by)
  FROM publication p
  WHERE n.id = $id AND n.publication_id = $publicationId
    AND p.id = n.publication_id AND p.account_id = $accountId AND p.version > 0 AND ${LIVE}
  RETURNING n.id`,
);
