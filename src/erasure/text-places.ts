import {
  ERASE_DECISION,
  ERASE_IMPORTED_FILE,
  ERASE_NOTE,
  ERASE_OPERATOR_ACTION,
  ERASE_PICTURE,
  ERASE_REDIRECT,
  ERASE_RELEASED_VERSION,
  ERASE_REVISION,
  ERASE_REVISION_PICTURE,
  ERASE_SEARCH_ENTRY,
  ERASE_SIGNED_RECORD,
  ERASE_SITE_PLACE,
  type Removal,
} from './erasure.statements.js';

/**
 * The effect of an erasure on a column: `deleted` with its row, or `emptied`. Any other text is the reason why the
 * erasure keeps the column. The planner stores no samples of a column with text that an erasure removes.
 */
export type Fate = 'deleted' | 'emptied' | (string & {});

/** A table with columns that can hold text, and the statements that remove the text after it was hidden. */
export interface TextPlace extends Partial<Removal> {
  readonly table: string;
  readonly columns: Readonly<Record<string, Fate>>;
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
      idempotency_key: 'emptied',
      fingerprint: 'emptied',
      answer: 'emptied',
    },
    // `ERASE_ACCEPTED_WRITES` empties these columns.
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
    ...ERASE_REVISION,
  },
  {
    // `picture` comes before `revision_picture`, because the deletion of pictures reads `revision_picture`.
    table: 'picture',
    columns: { sha256: 'deleted', type: 'deleted', original: 'deleted' },
    ...ERASE_PICTURE,
  },
  {
    table: 'revision_picture',
    columns: { sha256: 'deleted' },
    ...ERASE_REVISION_PICTURE,
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
    ...ERASE_DECISION,
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
    ...ERASE_NOTE,
  },
  {
    table: 'release',
    columns: { error: 'a message of the service', traceparent: 'the id of a trace' },
  },
  {
    table: 'released_version',
    columns: {
      account_name: 'emptied',
      html: 'emptied',
      headings: 'emptied',
    },
    ...ERASE_RELEASED_VERSION,
  },
  {
    table: 'signed_record',
    columns: { sha256: 'a hash, by which the record after it names it', jws: 'emptied' },
    ...ERASE_SIGNED_RECORD,
  },
  {
    table: 'page',
    columns: {
      locale: ADDRESS,
      slug: ADDRESS,
      notice: 'emptied',
    },
    // Emptied when the document is hidden.
  },
  {
    table: 'released_tag',
    columns: { locale: 'deleted', slug: 'deleted', tag: 'deleted' },
    // Deleted when the document is hidden.
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
    ...ERASE_SEARCH_ENTRY,
  },
  {
    table: 'imported_file',
    columns: { file: 'deleted', sha256: 'deleted' },
    ...ERASE_IMPORTED_FILE,
  },
  { table: 'redirect', columns: { path: 'deleted' }, ...ERASE_REDIRECT },
  {
    table: 'site_place',
    columns: { kind: OF_SERVICE, locale: OF_SERVICE },
    ...ERASE_SITE_PLACE,
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
    ...ERASE_OPERATOR_ACTION,
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
