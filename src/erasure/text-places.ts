import type { Statement } from '../platform/database/statement.js';
import {
  ERASE_REVISION,
  ERASE_DECISION,
  ERASE_IMPORTED_FILE,
  ERASE_NOTE,
  ERASE_OPERATOR_ACTION,
  ERASE_PAGE,
  ERASE_PICTURE,
  ERASE_REDIRECT,
  ERASE_REVISION_PICTURE,
  ERASE_RELEASE,
  ERASE_RELEASED_VERSION,
  ERASE_RELEASED_TAG,
  ERASE_SEARCH_ENTRY,
  ERASE_SIGNED_RECORD,
  ERASE_SITE_PLACE,
} from './erasure.statements.js';

/**
 * The effect of an erasure on a column: `deleted` with its row, or `emptied`. Any other text is the reason why the
 * erasure keeps the column. The planner stores no samples of a column with text that an erasure removes.
 */
export type Fate = 'deleted' | 'emptied' | (string & {});

/** A table with columns that can hold text, and the statements that erase the text. */
export interface TextPlace {
  readonly table: string;
  readonly columns: Readonly<Record<string, Fate>>;
  /** Removes one batch of the text of publication $1, and returns a row for each changed row. */
  readonly document?: Statement;
  /** Like `document`, for revision $2 of publication $1, which is not public. */
  readonly revision?: Statement;
}

const ACTOR = 'the actor and the channel';
const ADDRESS = 'the address, which answers 410 and stays taken';
const NUMBER = 'a number, a state or the name of an operation';
const OF_ACCOUNT = 'of the account and its keys, not of a document';
const OF_OPERATOR = 'what operators did, and why they say they did it';
const OF_PICTURE = 'deleted together with its picture';
const OF_SERVICE = 'of the service, not of a document';

/**
 * Every table with columns that can hold text, and the effect of an erasure on each column. A test compares the list
 * with the migrated database, so that no new column is forgotten. The tables from which an erasure removes text are in
 * the order in which writes lock their rows (ADR 10): accepted write, revision, release, released page.
 */
export const TEXT_PLACES: readonly TextPlace[] = [
  {
    table: 'accepted_write',
    columns: {
      operation: NUMBER,
      key_id: ACTOR,
      channel: ACTOR,
      client: ACTOR,
      operator: ACTOR,
      request_id: ACTOR,
      approved_by: 'emptied',
      idempotency_key: 'emptied',
      fingerprint: 'emptied',
      answer: 'emptied',
    },
    // `ACCEPTED_WRITES` empties the columns marked `emptied`.
  },
  {
    table: 'revision',
    columns: {
      document: 'deleted',
      content: 'deleted',
      intent: 'deleted',
      change_note: 'deleted',
      key_id: 'deleted',
      channel: 'deleted',
      client: 'deleted',
    },
    document: ERASE_REVISION.document,
    revision: ERASE_REVISION.revision,
  },
  {
    // `picture` comes before `revision_picture`, because the deletion of pictures reads `revision_picture`.
    table: 'picture',
    columns: { sha256: 'deleted', type: 'deleted', original: 'deleted' },
    document: ERASE_PICTURE.document,
    revision: ERASE_PICTURE.revision,
  },
  {
    table: 'revision_picture',
    columns: { sha256: 'deleted' },
    document: ERASE_REVISION_PICTURE.document,
    revision: ERASE_REVISION_PICTURE.revision,
  },
  {
    table: 'picture_file',
    columns: {
      sha256: OF_PICTURE,
      extension: OF_PICTURE,
      tag: OF_PICTURE,
      body: OF_PICTURE,
    },
  },
  {
    table: 'decision',
    columns: {
      outcome: NUMBER,
      via: NUMBER,
      despite: NUMBER,
      decided_by: 'emptied',
      note: 'emptied',
      idempotency_key: 'emptied',
      key_id: ACTOR,
      client: ACTOR,
      channel: ACTOR,
      request_id: ACTOR,
    },
    document: ERASE_DECISION.document,
    revision: ERASE_DECISION.revision,
  },
  {
    table: 'note',
    columns: {
      field: 'deleted',
      section: 'deleted',
      quote: 'deleted',
      text: 'deleted',
      approver_id: 'deleted',
      noted_by: 'deleted',
      closed_by: 'deleted',
    },
    document: ERASE_NOTE.document,
    revision: ERASE_NOTE.revision,
  },
  {
    table: 'release',
    columns: {
      requested_approved_by: 'emptied',
      approved_by: 'emptied',
      error: 'emptied',
      traceparent: 'the id of a trace',
    },
    document: ERASE_RELEASE.document,
    revision: ERASE_RELEASE.revision,
  },
  {
    table: 'released_version',
    columns: {
      approved_by: 'emptied',
      approved_via: 'emptied',
      approved_in: 'emptied',
      approver_id: ACTOR,
      account_name: 'emptied',
      html: 'emptied',
      headings: 'emptied',
    },
    document: ERASE_RELEASED_VERSION.document,
    revision: ERASE_RELEASED_VERSION.revision,
  },
  {
    table: 'signed_record',
    columns: { sha256: 'a hash, by which the record after it names it', jws: 'emptied' },
    document: ERASE_SIGNED_RECORD.document,
    revision: ERASE_SIGNED_RECORD.revision,
  },
  {
    table: 'page',
    columns: {
      locale: ADDRESS,
      slug: ADDRESS,
      notice: 'emptied',
    },
    document: ERASE_PAGE.document,
  },
  {
    table: 'released_tag',
    columns: { locale: 'deleted', slug: 'deleted', tag: 'deleted' },
    document: ERASE_RELEASED_TAG.document,
  },
  {
    table: 'search_entry',
    columns: {
      locale: 'deleted',
      public_locale: 'deleted',
      body: 'deleted',
      vector: 'deleted',
      warnings: 'deleted',
    },
    document: ERASE_SEARCH_ENTRY.document,
    // The index still holds the erased revision if the indexing of a newer one is pending or has failed.
    revision: ERASE_SEARCH_ENTRY.revision,
  },
  {
    table: 'imported_file',
    columns: { file: 'deleted', sha256: 'deleted' },
    document: ERASE_IMPORTED_FILE.document,
    revision: ERASE_IMPORTED_FILE.revision,
  },
  { table: 'redirect', columns: { path: 'deleted' }, document: ERASE_REDIRECT.document },
  {
    table: 'site_place',
    columns: { kind: OF_SERVICE, locale: OF_SERVICE },
    document: ERASE_SITE_PLACE.document,
  },
  { table: 'publication', columns: { locale: ADDRESS, slug: ADDRESS } },
  {
    table: 'erasure',
    columns: {
      reason: OF_OPERATOR,
      operator: OF_OPERATOR,
      key_id: ACTOR,
      channel: ACTOR,
      client: ACTOR,
    },
  },
  {
    table: 'operator_action',
    // Of `details`, only the paths of redirects and the notices of withdrawals are emptied.
    columns: { action: OF_OPERATOR, operator: OF_OPERATOR, details: 'emptied' },
    document: ERASE_OPERATOR_ACTION.document,
  },
  {
    table: 'account',
    columns: {
      name: OF_ACCOUNT,
      plan: OF_ACCOUNT,
      status: OF_ACCOUNT,
      release_rule: OF_ACCOUNT,
      checks: OF_ACCOUNT,
    },
  },
  {
    table: 'publisher_key',
    columns: {
      id: OF_ACCOUNT,
      name: OF_ACCOUNT,
      secret_hash: OF_ACCOUNT,
      scopes: OF_ACCOUNT,
      successor_id: OF_ACCOUNT,
    },
  },
  {
    table: 'approver',
    columns: {
      id: OF_ACCOUNT,
      name: OF_ACCOUNT,
      secret_hash: OF_ACCOUNT,
      feed_hash: OF_ACCOUNT,
    },
  },
  { table: 'desk_session', columns: { token_hash: OF_ACCOUNT, approver_id: OF_ACCOUNT } },
  {
    table: 'signing_key',
    columns: { kid: OF_SERVICE, public_key: OF_SERVICE, private_key: OF_SERVICE },
  },
  { table: 'preview_secret', columns: { secret: OF_SERVICE } },
  { table: 'upload_secret', columns: { secret: OF_SERVICE } },
  { table: 'migrations', columns: { name: OF_SERVICE } },
];

/** Whether an erasure deletes or empties anything in a table. */
export const isErasedFrom = ({ columns }: TextPlace): boolean =>
  Object.values(columns).some((fate) => fate === 'deleted' || fate === 'emptied');
