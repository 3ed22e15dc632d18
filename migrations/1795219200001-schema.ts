import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * The whole schema, one table after another: accounts, documents, writes, releases, the site, search, desk, pictures,
 * and what the service needs for itself. Times have milliseconds, like the times in answers.
 */

/**
 * Makes the statement that keeps the planner from storing samples of columns whose text an erasure removes (contract
 * 15).
 */
const withoutSamples = (table: string, columns: string): string =>
  altered(table, columns, 'SET STATISTICS 0');

/** Makes the statement for columns whose bytes are compressed: TOAST must not try to compress them again. */
const compressed = (table: string, columns: string): string =>
  altered(table, columns, 'SET STORAGE EXTERNAL');

function altered(table: string, columns: string, change: string): string {
  const changes = columns.split(' ').map((column) => `ALTER ${column} ${change}`);
  return `ALTER TABLE ${table} ${changes.join(', ')}`;
}

const ACCOUNTS = [
  `CREATE TABLE account (
    id                uuid           CONSTRAINT account_pkey PRIMARY KEY,
    name              text           NOT NULL,
    plan              text           NOT NULL,
    -- null: the limit of the plan, which the configuration holds
    daily_write_limit integer,
    status            text           NOT NULL,
    -- sessions of the desk that began before stay ended; null: never suspended and resumed
    resumed_at        timestamptz(3),
    -- who may release
    release_rule      text           NOT NULL DEFAULT 'any-key',
    -- under the rule desk: how many different approvers approve a revision before it is released
    approvals         integer        NOT NULL DEFAULT 1,
    -- what warnings with the severity error mean to a release
    checks            text           NOT NULL DEFAULT 'advice',
    created_at        timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT account_plan_check CHECK (plan IN ('free', 'upgraded')),
    CONSTRAINT account_daily_write_limit_check CHECK (daily_write_limit >= 0),
    CONSTRAINT account_release_rule_check
      CHECK (release_rule IN ('any-key', 'other-key', 'confirmed', 'desk')),
    CONSTRAINT account_approvals_check CHECK (approvals BETWEEN 1 AND 5),
    CONSTRAINT account_checks_check CHECK (checks IN ('advice', 'strict')),
    CONSTRAINT account_status_check CHECK (status IN ('active', 'suspended'))
  )`,

  `CREATE TABLE publisher_key (
    -- the public part of the key: looked up, shown and logged
    id           text           CONSTRAINT publisher_key_pkey PRIMARY KEY,
    account_id   uuid           NOT NULL CONSTRAINT publisher_key_account_id_fkey REFERENCES account,
    name         text           NOT NULL,
    -- SHA-256: the secret has 160 random bits or more, so nothing slower is needed
    secret_hash  bytea          NOT NULL,
    scopes       text[]         NOT NULL,
    expires_at   timestamptz(3),
    revoked_at   timestamptz(3),
    last_used_at timestamptz(3),
    -- the key that took its place; null: not rotated
    successor_id text,
    created_at   timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX publisher_key_account_id_idx ON publisher_key (account_id)`,

  // The persons who decide at the desk. The row stays after a revocation: records name the person.
  `CREATE TABLE approver (
    -- the public part of the person's sign-in key: stays the same when the key is rotated
    id          text           CONSTRAINT approver_pkey PRIMARY KEY,
    account_id  uuid           NOT NULL CONSTRAINT approver_account_id_fkey REFERENCES account,
    -- given by the operator: readers see it
    name        text           NOT NULL,
    -- SHA-256, as of a publisher key
    secret_hash bytea          NOT NULL,
    -- SHA-256 of the secret in the address of the person's feed; null: there is no feed
    feed_hash   bytea,
    -- how often the key was rotated: a session that an earlier key opened has ended
    rotations   integer        NOT NULL DEFAULT 0,
    revoked_at  timestamptz(3),
    created_at  timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX approver_account_id_idx ON approver (account_id)`,

  `CREATE TABLE daily_usage (
    account_id uuid    NOT NULL CONSTRAINT daily_usage_account_id_fkey REFERENCES account,
    -- of UTC, by the clock of the database
    day        date    NOT NULL,
    used       integer NOT NULL,
    CONSTRAINT daily_usage_pkey PRIMARY KEY (account_id, day)
  )`,

  // Numbers the rows of the three tables of the audit. Their times do not order them, because a clock can go back.
  `CREATE SEQUENCE audit_number`,
  `CREATE TABLE operator_action (
    number     bigint         NOT NULL DEFAULT nextval('audit_number'),
    id         uuid           CONSTRAINT operator_action_pkey PRIMARY KEY,
    -- the name of the command, such as 'keys revoke'
    action     text           NOT NULL,
    -- the login name of the person at the shell
    operator   text           NOT NULL,
    account_id uuid,
    -- target and arguments; never a secret
    details    jsonb          NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now()
  )`,
  withoutSamples('operator_action', 'details'),
  `CREATE INDEX operator_action_number_idx ON operator_action (number)`,
];

const DOCUMENTS = [
  `CREATE TABLE publication (
    id               uuid           CONSTRAINT publication_pkey PRIMARY KEY,
    account_id       uuid           NOT NULL CONSTRAINT publication_account_id_fkey REFERENCES account,
    locale           text           NOT NULL,
    slug             text           NOT NULL,
    -- the working revision; 0: erased
    version          integer        NOT NULL,
    created_at       timestamptz(3) NOT NULL,
    updated_at       timestamptz(3) NOT NULL,
    -- the revision that the draft index holds: what differs is to be indexed
    searched_version integer,
    -- no sweep indexes the document before: another process does
    search_after     timestamptz(3),
    -- of all accounts and states: one document has a path for ever
    CONSTRAINT publication_path_key UNIQUE (locale, slug)
  )`,
  // One index for each sort order: a page of a list costs the same at any depth.
  `CREATE INDEX publication_created_idx ON publication (account_id, created_at, id)`,
  `CREATE INDEX publication_updated_idx ON publication (account_id, updated_at, id)`,
  // The documents that the draft index lacks, for the sweep that finds them, and for the backlog.
  `CREATE INDEX publication_unsearched_idx ON publication (updated_at)
     WHERE searched_version IS DISTINCT FROM version`,

  // Written once and never changed; an erasure deletes the row.
  `CREATE TABLE revision (
    publication_id uuid           NOT NULL CONSTRAINT revision_publication_id_fkey REFERENCES publication,
    version        integer        NOT NULL,
    -- {title, description, tags, sources, author: {kind, name}}: src/documents/document.ts
    document       jsonb          NOT NULL,
    content        text           NOT NULL,
    -- characters: every answer has it, most without the content
    content_length integer        NOT NULL,
    intent         text           NOT NULL,
    change_note    text           NOT NULL,
    -- at the desk, the approver; null: an operator
    key_id         text,
    channel        text           NOT NULL,
    -- {name, version}, as the program says; null: it did not say
    client         jsonb,
    created_at     timestamptz(3) NOT NULL,
    CONSTRAINT revision_pkey PRIMARY KEY (publication_id, version),
    CONSTRAINT revision_intent_check CHECK (intent IN ('draft', 'review'))
  )`,
  withoutSamples('revision', 'document content change_note'),

  `CREATE TABLE revision_picture (
    publication_id uuid    NOT NULL,
    version        integer NOT NULL,
    -- in the order in which the content names them, from 1
    place          integer NOT NULL,
    account_id     uuid    NOT NULL,
    sha256         text    NOT NULL,
    -- has an alternative text wherever the content names it
    is_described   boolean NOT NULL,
    CONSTRAINT revision_picture_pkey PRIMARY KEY (publication_id, version, place)
  )`,
  withoutSamples('revision_picture', 'sha256'),
  `CREATE INDEX revision_picture_sha256_idx ON revision_picture (sha256, account_id)`,

  // Which file an imported document comes from, and which version the import made of it.
  `CREATE TABLE imported_file (
    publication_id uuid    NOT NULL,
    -- path in the imported folder
    file           text    NOT NULL,
    -- of the file at its last import, hexadecimal
    sha256         text    NOT NULL,
    -- the revision that equals the file
    version        integer NOT NULL,
    -- as the file states; null: it states none. Pages show them until a later revision is released.
    first_published_at timestamptz(3),
    updated_at     timestamptz(3),
    CONSTRAINT imported_file_pkey PRIMARY KEY (publication_id),
    CONSTRAINT imported_file_publication_fkey FOREIGN KEY (publication_id) REFERENCES publication (id)
  )`,
  withoutSamples('imported_file', 'file sha256'),
];

const WRITES = [
  // Idempotency record and audit row in one. No foreign keys: the row outlives what it speaks of.
  `CREATE TABLE accepted_write (
    number             bigint         NOT NULL DEFAULT nextval('audit_number'),
    id                 uuid           CONSTRAINT accepted_write_pkey PRIMARY KEY,
    account_id         uuid           NOT NULL,
    operation          text           NOT NULL,
    publication_id     uuid           NOT NULL,
    version            integer        NOT NULL,
    -- at the desk, the approver; null: an operator
    key_id             text,
    channel            text           NOT NULL,
    client             jsonb,
    -- login name; null: a client
    operator           text,
    request_id         text           NOT NULL,
    created_at         timestamptz(3) NOT NULL DEFAULT now(),
    -- these four are emptied after the time to live
    idempotency_key    text,
    fingerprint        bytea,
    fingerprint_format smallint,
    -- json, not jsonb: its members keep their order; without the document, which the revision has
    answer             json,
    CONSTRAINT accepted_write_operation_check CHECK (operation IN ('create', 'update', 'publish')),
    CONSTRAINT accepted_write_channel_check CHECK (channel IN ('http', 'mcp', 'desk', 'operator')),
    CONSTRAINT accepted_write_writer_check CHECK (
      (key_id IS NULL) = (channel = 'operator') AND (operator IS NOT NULL) = (channel = 'operator'))
  )`,
  withoutSamples('accepted_write', 'idempotency_key fingerprint answer'),
  `CREATE UNIQUE INDEX accepted_write_idempotency_key ON accepted_write (account_id, idempotency_key)
     WHERE idempotency_key IS NOT NULL`,
  // The condition, which is always true, leaves the index to queries that repeat it: without statistics, PostgreSQL
  // would look up an idempotency key in it too, and read every write of the account.
  `CREATE INDEX accepted_write_account_idx ON accepted_write (account_id, number) WHERE number > 0`,
  `CREATE INDEX accepted_write_number_idx ON accepted_write (number)`,
  // One for each age, so that housekeeping finds the old rows of an age and passes over no other.
  `CREATE INDEX accepted_write_record_idx ON accepted_write (created_at) WHERE idempotency_key IS NOT NULL`,
  `CREATE INDEX accepted_write_audit_idx ON accepted_write (created_at)
     WHERE idempotency_key IS NULL AND operation <> 'publish'`,

  // What was decided on revisions: one fact a row. Also the audit row of what was sent back, so no foreign keys.
  `CREATE TABLE decision (
    number          bigint         NOT NULL DEFAULT nextval('audit_number'),
    -- of a release, the id of its accepted write
    id              uuid           CONSTRAINT decision_pkey PRIMARY KEY,
    account_id      uuid           NOT NULL,
    publication_id  uuid           NOT NULL,
    version         integer        NOT NULL,
    outcome         text           NOT NULL,
    -- null: nobody was named, or erased
    decided_by      text,
    -- how that person confirmed it; null: nobody was named
    via             text,
    -- why it was sent back; else empty
    note            text           NOT NULL DEFAULT '',
    -- at the desk, the approver; null: an operator
    key_id          text,
    client          jsonb,
    channel         text           NOT NULL,
    request_id      text           NOT NULL,
    -- of the form that sent it back; a release has its key in its accepted write
    idempotency_key text,
    -- public at the time of a decision to release; 0: none
    public_version  integer,
    -- codes of the errors despite which an approver released it; else null
    despite         jsonb,
    created_at      timestamptz(3) NOT NULL DEFAULT now(),
    -- approved: one of several approvals, and not the last one that was needed
    CONSTRAINT decision_outcome_check CHECK (outcome IN ('released', 'returned', 'approved')),
    CONSTRAINT decision_via_check CHECK (via IN ('desk', 'host', 'key')),
    -- only an approver at the desk decides via the desk
    CONSTRAINT decision_desk_check CHECK ((via IS NOT DISTINCT FROM 'desk') = (channel = 'desk'))
  )`,
  withoutSamples('decision', 'decided_by note idempotency_key'),
  // A revision is sent back once: what is mended is a new one.
  `CREATE UNIQUE INDEX decision_returned_key ON decision (publication_id, version) WHERE outcome = 'returned'`,
  `CREATE INDEX decision_released_idx ON decision (publication_id, version, id) WHERE outcome = 'released'`,
  `CREATE INDEX decision_approved_idx ON decision (publication_id, version) WHERE outcome = 'approved'`,
  // What was decided lately.
  `CREATE INDEX decision_account_idx ON decision (account_id, created_at, id)`,
  `CREATE INDEX decision_audit_idx ON decision (number) WHERE outcome <> 'released'`,

  // What approvers note at passages of a document. An erasure deletes the row.
  `CREATE TABLE note (
    id               uuid           CONSTRAINT note_pkey PRIMARY KEY,
    publication_id   uuid           NOT NULL CONSTRAINT note_publication_id_fkey REFERENCES publication,
    -- the working revision that the approver saw
    version          integer        NOT NULL,
    -- content, or a member of the document
    field            text           NOT NULL,
    -- id of a section of the content; null: the whole field
    section          text,
    -- null: the note is about all of it
    quote            text,
    text             text           NOT NULL,
    approver_id      text           NOT NULL,
    noted_by         text           NOT NULL,
    created_at       timestamptz(3) NOT NULL DEFAULT now(),
    -- the newest revision whose writer says that it answers the note; null: open
    answered_version integer,
    -- null: not closed
    closed_at        timestamptz(3),
    closed_by        text
  )`,
  withoutSamples('note', 'field section quote text noted_by closed_by'),
  // For the histories, and for the erasure of a revision.
  `CREATE INDEX note_publication_idx ON note (publication_id, version)`,
  `CREATE INDEX note_open_idx ON note (publication_id) WHERE closed_at IS NULL`,

  // No foreign keys: the row outlives what it speaks of.
  `CREATE TABLE erasure (
    publication_id uuid           NOT NULL,
    -- 0: the whole document
    version        integer        NOT NULL,
    account_id     uuid           NOT NULL,
    reason         text           NOT NULL,
    operator       text           NOT NULL,
    erased_at      timestamptz(3) NOT NULL DEFAULT now(),
    -- null: some of the text is still in tables, where nobody finds it
    finished_at    timestamptz(3),
    -- of the document, before it was erased
    last_version   integer        NOT NULL,
    -- of an erased revision: when, by which key, over which channel and with which program it was written
    written_at     timestamptz(3),
    key_id         text,
    channel        text,
    client         jsonb,
    -- and when it was released last; null: never
    published_at   timestamptz(3),
    CONSTRAINT erasure_pkey PRIMARY KEY (publication_id, version)
  )`,
];

const RELEASES = [
  // State, job and outbox of a release in one row (docs/adr/0002-release-row-as-job.md).
  `CREATE TABLE release (
    publication_id        uuid           CONSTRAINT release_pkey PRIMARY KEY
                                         CONSTRAINT release_publication_id_fkey REFERENCES publication,
    account_id            uuid           NOT NULL,
    -- the newest revision that an accepted publish named; the next three members belong to that publish
    requested_version     integer        NOT NULL,
    requested_at          timestamptz(3) NOT NULL,
    requested_decision_id uuid,
    -- W3C Trace Context of that publish; null: not traced
    traceparent           text,
    -- the requested revision is neither public nor failed for good
    in_flight             boolean        NOT NULL,
    published_version     integer,
    published_at          timestamptz(3),
    decision_id           uuid,
    withdrawn_at          timestamptz(3),
    indexed_version       integer,
    -- {code, message, version, failedAt}
    error                 jsonb,
    attempts              integer        NOT NULL,
    -- when a worker may take it next; a claim moves it to the end of the lease; null: nothing to do
    due_at                timestamptz(3),
    -- raised by every accepted publish, claim and withdrawal: who holds an older one changes nothing
    fencing_token         integer        NOT NULL
  )`,
  `CREATE INDEX release_due_idx ON release (due_at) WHERE due_at IS NOT NULL`,
  // Lets accounts take turns.
  `CREATE INDEX release_turn_idx ON release (account_id, due_at) WHERE due_at IS NOT NULL`,

  `CREATE TABLE released_version (
    publication_id     uuid           NOT NULL,
    version            integer        NOT NULL,
    -- the last time, where it was withdrawn in between
    published_at       timestamptz(3) NOT NULL,
    -- since when the address has shown a document: a withdrawal ends that
    first_published_at timestamptz(3) NOT NULL,
    withdrawn_at       timestamptz(3),
    -- who approved it, how, and in which program
    decision_id        uuid,
    -- null: erased
    account_name       text,
    -- sanitised; null: erased
    html               text,
    -- [{depth, id, text}]; null: erased
    headings           jsonb,
    -- number of the renderer that made html and headings
    renderer           integer        NOT NULL,
    -- in the chain of the publication
    record_number      integer        NOT NULL,
    CONSTRAINT released_version_pkey PRIMARY KEY (publication_id, version)
  )`,
  withoutSamples('released_version', 'account_name html headings'),

  `CREATE TABLE signing_key (
    -- thumbprint of the public key (RFC 7638)
    kid         text           CONSTRAINT signing_key_pkey PRIMARY KEY,
    -- member x of the JWK
    public_key  text           NOT NULL,
    -- PKCS #8; null: retired, or kept in SIGNING_KEY_FILE
    private_key bytea,
    created_at  timestamptz(3) NOT NULL DEFAULT now()
  )`,
  // Several processes that start for the first time at once agree on one key.
  `CREATE UNIQUE INDEX signing_key_active_idx ON signing_key ((private_key IS NOT NULL))
     WHERE private_key IS NOT NULL`,

  `CREATE TABLE signed_record (
    publication_id uuid    NOT NULL,
    -- place in the chain of the publication, from 1
    number         integer NOT NULL,
    version        integer NOT NULL,
    -- of the JWS
    sha256         bytea   NOT NULL,
    -- compact serialisation (RFC 7515); null: erased
    jws            text,
    CONSTRAINT signed_record_pkey PRIMARY KEY (publication_id, number)
  )`,
  withoutSamples('signed_record', 'jws'),
];

const SITE = [
  // Parts of 1,000 addresses: a part of a sitemap is made in one piece.
  `CREATE SEQUENCE sitemap_address_seq MINVALUE 0`,
  `CREATE TABLE page (
    locale             text           NOT NULL,
    slug               text           NOT NULL,
    publication_id     uuid           NOT NULL CONSTRAINT page_publication_id_key UNIQUE,
    account_id         uuid           NOT NULL,
    -- what the page shows is in revision and released_version
    version            integer        NOT NULL,
    first_published_at timestamptz(3) NOT NULL,
    published_at       timestamptz(3) NOT NULL,
    -- not null: the address answers 410, or leads to the document that took its place
    withdrawn_at       timestamptz(3),
    -- what readers find at the address of a withdrawn document
    notice             text,
    -- the publication that took its place; never one that was superseded itself
    superseded_by      uuid,
    -- what readers see in place of first_published_at, as an import states
    stated_first_published_at timestamptz(3),
    -- of the shown version, as an import states; null: published_at
    stated_updated_at  timestamptz(3),
    sitemap_part       integer        NOT NULL DEFAULT (nextval('sitemap_address_seq') / 1000),
    CONSTRAINT page_pkey PRIMARY KEY (locale, slug)
  )`,
  `ALTER SEQUENCE sitemap_address_seq OWNED BY page.sitemap_part`,
  withoutSamples('page', 'notice'),
  // Each page names the other locales that have it.
  `CREATE INDEX page_translations_idx ON page (account_id, slug)`,
  `CREATE INDEX page_superseded_idx ON page (superseded_by) WHERE superseded_by IS NOT NULL`,
  // The columns by which a list is sorted: a page far down costs only steps in an index.
  `CREATE INDEX page_newest_idx ON page (published_at, locale, slug)
     WHERE withdrawn_at IS NULL`,
  `CREATE INDEX page_newest_in_locale_idx ON page (locale, published_at, slug)
     WHERE withdrawn_at IS NULL`,
  `CREATE INDEX page_sitemap_idx ON page (sitemap_part, published_at, locale, slug)
     WHERE withdrawn_at IS NULL`,

  // No index on an array of tags gives its rows in an order: all rows of a common tag would be sorted for each page of
  // its list.
  `CREATE TABLE released_tag (
    locale       text           NOT NULL,
    slug         text           NOT NULL,
    tag          text           NOT NULL,
    published_at timestamptz(3) NOT NULL,
    CONSTRAINT released_tag_pkey PRIMARY KEY (locale, slug, tag)
  )`,
  withoutSamples('released_tag', 'tag'),
  `CREATE INDEX released_tag_newest_idx ON released_tag (tag, published_at, locale, slug)`,

  // Paths without a document, such as the aliases of an import. A page at the path goes first.
  `CREATE TABLE redirect (
    -- decoded, without slashes at its end
    path           text CONSTRAINT redirect_pkey PRIMARY KEY,
    publication_id uuid NOT NULL
  )`,
  withoutSamples('redirect', 'path'),
  `CREATE INDEX redirect_publication_id_idx ON redirect (publication_id)`,

  // The documents that are the menu or the start page of a locale. Such a place has no effect while its page is not public.
  `CREATE TABLE site_place (
    kind           text CHECK (kind IN ('menu', 'home')),
    locale         text,
    publication_id uuid NOT NULL,
    CONSTRAINT site_place_pkey PRIMARY KEY (kind, locale)
  )`,
];

const SEARCH = [
  // The words of revisions. The search of an account finds the newest entry of each document; readers find the entry that
  // is public, which is the same one if the released revision is the working revision.
  `CREATE TABLE search_entry (
    publication_id uuid           NOT NULL,
    -- what a list of results shows comes from this revision
    version        integer        NOT NULL,
    account_id     uuid           NOT NULL,
    is_public      boolean        NOT NULL,
    locale         text           NOT NULL,
    -- a column of its own, because PostgreSQL could use an index of is_public for a condition on it, and would then
    -- decompress every vector
    public_locale  text           GENERATED ALWAYS AS (CASE WHEN is_public THEN locale END) STORED,
    -- when it became public; before, when it was written
    dated_at       timestamptz(3) NOT NULL,
    -- words of the content, or characters of a script without spaces
    length         integer        NOT NULL,
    -- finds the public documents of an account that have the same title
    title_hash     bigint,
    -- plain text of the document, for snippets
    body           text           NOT NULL,
    -- names the account, too
    vector         tsvector       NOT NULL,
    -- [{code, field, offset, length, section}], what a program may have left in it; a number: how often the search for it
    -- failed
    warnings       jsonb,
    CONSTRAINT search_entry_pkey PRIMARY KEY (publication_id, version)
  )`,
  withoutSamples('search_entry', 'body vector warnings'),
  // Count the entries of the site and of an account, and find their locales.
  `CREATE INDEX search_entry_locale_idx ON search_entry (public_locale)`,
  `CREATE INDEX search_entry_account_idx ON search_entry (account_id, locale)`,
  `CREATE INDEX search_entry_title_idx ON search_entry (title_hash, account_id, public_locale)`,
  // Each entry is in one of these indexes, so that the words of drafts make no search of the site slower; the search of an
  // account reads both. PostgreSQL writes
  // each lexeme of the pending list to the index once, however many documents have it: a longer list has fewer lexemes for
  // each document. Every search reads the list, so it ends at 1 MB.
  `CREATE INDEX search_entry_public_idx ON search_entry USING gin (vector)
     WITH (gin_pending_list_limit = 1024) WHERE is_public`,
  `CREATE INDEX search_entry_draft_idx ON search_entry USING gin (vector)
     WITH (gin_pending_list_limit = 1024) WHERE NOT is_public`,
];

const DESK = [
  `CREATE TABLE desk_session (
    -- SHA-256 of the token in the cookie, which is stored nowhere
    token_hash  bytea          CONSTRAINT desk_session_pkey PRIMARY KEY,
    account_id  uuid           NOT NULL,
    approver_id text           NOT NULL,
    -- of the approver, when the session began
    rotations   integer        NOT NULL,
    created_at  timestamptz(3) NOT NULL DEFAULT now(),
    used_at     timestamptz(3) NOT NULL DEFAULT now()
  )`,
];

const PICTURES = [
  `CREATE TABLE picture (
    account_id uuid           NOT NULL CONSTRAINT picture_account_id_fkey REFERENCES account,
    -- of the bytes, hexadecimal
    sha256     text           NOT NULL,
    type       text           NOT NULL,
    width      integer        NOT NULL,
    height     integer        NOT NULL,
    bytes      integer        NOT NULL,
    original   bytea          NOT NULL,
    -- of the last upload
    put_at     timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT picture_pkey PRIMARY KEY (account_id, sha256)
  )`,
  compressed('picture', 'original'),
  withoutSamples('picture', 'sha256 type original'),
  `CREATE INDEX picture_put_at_idx ON picture (put_at)`,

  // What readers get.
  `CREATE TABLE picture_file (
    account_id uuid    NOT NULL,
    sha256     text    NOT NULL,
    width      integer NOT NULL,
    extension  text    NOT NULL,
    bytes      integer NOT NULL,
    tag        text    NOT NULL,
    body       bytea   NOT NULL,
    CONSTRAINT picture_file_pkey PRIMARY KEY (account_id, sha256, width, extension),
    CONSTRAINT picture_file_picture_fkey FOREIGN KEY (account_id, sha256) REFERENCES picture
      ON DELETE CASCADE
  )`,
  compressed('picture_file', 'body'),
  withoutSamples('picture_file', 'body'),
  `CREATE INDEX picture_file_name_idx ON picture_file (sha256, width, extension)`,
];

/** Makes a secret of 244 random bits: two UUIDs of version 4, from the random numbers that keys are made of. */
const secretIn = (table: string): string =>
  `INSERT INTO ${table} (secret) VALUES (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))`;

const SECRETS = [
  // Signs the addresses of previews; a new secret ends them all.
  `CREATE TABLE preview_secret (
    -- always true: there is one row
    alone  boolean NOT NULL DEFAULT true,
    secret bytea   NOT NULL,
    CONSTRAINT preview_secret_pkey PRIMARY KEY (alone),
    CONSTRAINT preview_secret_alone_check CHECK (alone)
  )`,
  secretIn('preview_secret'),
  // Signs upload addresses. It never changes, so that a repeated write gets the same address again.
  `CREATE TABLE upload_secret (
    -- always true: there is one row
    alone  boolean NOT NULL DEFAULT true,
    secret bytea   NOT NULL,
    CONSTRAINT upload_secret_pkey PRIMARY KEY (alone),
    CONSTRAINT upload_secret_alone_check CHECK (alone)
  )`,
  secretIn('upload_secret'),
];

export class Schema1795219200001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const parts = [ACCOUNTS, DOCUMENTS, WRITES, RELEASES, SITE, SEARCH, DESK, PICTURES, SECRETS];
    for (const statement of parts.flat()) await runner.query(statement);
  }

  /** The schema has no predecessor. */
  async down(): Promise<void> {}
}
