import { randomUUID } from 'node:crypto';
import { newDocument } from '../setup/document.js';
import type { InterfaceCaller, Outcome } from './interfaces.js';

type Scope = 'read' | 'write' | 'publish';

/** An account, and callers that act for it. */
export interface Setting {
  /** A caller at the interface under test, with a key of all scopes. */
  readonly api: InterfaceCaller;
  /** Callers at the same interface, each with a key of one scope. */
  readonly only: Readonly<Record<Scope, InterfaceCaller>>;
  /** A caller of another account, at the same interface. */
  readonly other: InterfaceCaller;
  suspend(): Promise<void>;
  setLimit(limit: number): Promise<void>;
}

/** An action and its expected refusal: the status and the code, or `null` if the action succeeds. */
export type Case = readonly [
  name: string,
  expected: readonly [status: number, code: string] | null,
  act: (setting: Setting) => Promise<Outcome>,
];

const draft = (api: InterfaceCaller, changes: Readonly<Record<string, unknown>> = {}) =>
  api.create(newDocument(changes));
const change = (expectedVersion: number) => ({ expectedVersion, title: 'Changed' });
const UNKNOWN = '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6';

/** Runs a write after the account has used its last unit. */
const exhausted =
  (write: (setting: Setting, id: string) => Promise<Outcome>) => async (setting: Setting) => {
    const { id } = await draft(setting.api);
    await setting.setLimit(1);
    return write(setting, id);
  };

const suspended =
  (act: (setting: Setting, id: string) => Promise<Outcome>) => async (setting: Setting) => {
    const { id } = await draft(setting.api);
    await setting.suspend();
    return act(setting, id);
  };

const SUSPENDED = [403, 'account_suspended'] as const;
const SCOPE = [403, 'insufficient_scope'] as const;
const GONE = [429, 'daily_limit_exceeded'] as const;
const REUSED = [422, 'idempotency_key_reused'] as const;
const INVALID = [422, 'validation_failed'] as const;
const NOT_FOUND = [404, 'not_found'] as const;

export const CASES: readonly Case[] = [
  ['usage', null, ({ api }) => api.usage()],
  ['usage without the scope', SCOPE, ({ only }) => only.write.usage()],
  ['usage with an unknown filter', [400, 'invalid_request'], ({ api }) => api.usage({ day: 1 })],
  ['usage of a suspended account', SUSPENDED, suspended(({ api }) => api.usage())],

  ['list', null, ({ api }) => api.list({ limit: 5 })],
  ['list without the scope', SCOPE, ({ only }) => only.publish.list({})],
  [
    'list with a bad limit and a bad state',
    [400, 'invalid_request'],
    ({ api }) => api.list({ limit: 0, state: 'gone' }),
  ],
  ['list with an unknown filter', [400, 'invalid_request'], ({ api }) => api.list({ stat: 'x' })],
  ['list with an invalid cursor', [400, 'invalid_cursor'], ({ api }) => api.list({ cursor: 'x' })],
  ['list of a suspended account', SUSPENDED, suspended(({ api }) => api.list({}))],

  ['create with an invisible title', INVALID, ({ api }) => draft(api, { title: '\u200B\u3164' })],

  ['read', null, async ({ api }) => api.read((await draft(api)).id)],
  [
    'read without the scope',
    SCOPE,
    async ({ api, only }) => only.write.read((await draft(api)).id),
  ],
  ['read of an unknown id', NOT_FOUND, ({ api }) => api.read(UNKNOWN)],
  ['read of a malformed id', NOT_FOUND, ({ api }) => api.read('x')],
  [
    'read of a foreign document',
    NOT_FOUND,
    async ({ api, other }) => api.read((await draft(other)).id),
  ],
  ['read of a suspended account', SUSPENDED, suspended(({ api }, id) => api.read(id))],

  ['create', null, ({ api }) => draft(api)],
  ['create without the scope', SCOPE, ({ only }) => draft(only.read)],
  [
    'create with bad fields',
    INVALID,
    ({ api }) =>
      api.create({ locale: 'english', slug: 'A b', title: ' ', tags: ['.', 7], author: {} }),
  ],
  ['create with an unknown field', INVALID, ({ api }) => draft(api, { titel: 'x' })],
  [
    'create with a malformed key',
    [400, 'idempotency_key_invalid'],
    ({ api }) => api.create(newDocument(), 'a b'),
  ],
  [
    'create at a path that is taken',
    [409, 'path_conflict'],
    async ({ api }) => {
      const slug = `taken-${randomUUID()}`;
      await draft(api, { slug });
      return draft(api, { slug });
    },
  ],
  [
    'create at a path that another account has taken',
    [409, 'path_conflict'],
    async ({ api, other }) => {
      const slug = `taken-${randomUUID()}`;
      await draft(other, { slug });
      return draft(api, { slug });
    },
  ],
  [
    'create repeated with the same key',
    null,
    async ({ api }) => {
      const [key, document] = [randomUUID(), newDocument()];
      await api.create(document, key);
      return api.create(document, key);
    },
  ],
  [
    'create of another document with the same key',
    REUSED,
    async ({ api }) => {
      const key = randomUUID();
      await api.create(newDocument(), key);
      return api.create(newDocument(), key);
    },
  ],
  ['create when the daily quota is used up', GONE, exhausted(({ api }) => draft(api))],
  ['create of a suspended account', SUSPENDED, suspended(({ api }) => draft(api))],

  ['update', null, async ({ api }) => api.update((await draft(api)).id, change(1))],
  [
    'update without the scope',
    SCOPE,
    async ({ api, only }) => only.read.update((await draft(api)).id, change(1)),
  ],
  [
    'update with bad fields',
    INVALID,
    async ({ api }) =>
      api.update((await draft(api)).id, { expectedVersion: 0, sources: ['ftp://x'] }),
  ],
  [
    'update without a field',
    INVALID,
    async ({ api }) => api.update((await draft(api)).id, { expectedVersion: 1 }),
  ],
  [
    'update that answers a note that is none',
    INVALID,
    async ({ api }) =>
      api.update((await draft(api)).id, { ...change(1), answeredNotes: [UNKNOWN] }),
  ],
  [
    'update that answers malformed notes',
    INVALID,
    async ({ api }) => api.update((await draft(api)).id, { ...change(1), answeredNotes: ['x', 1] }),
  ],
  [
    'update that only answers notes',
    INVALID,
    async ({ api }) =>
      api.update((await draft(api)).id, { expectedVersion: 1, answeredNotes: [UNKNOWN] }),
  ],
  [
    'update of a stale version',
    [409, 'version_conflict'],
    async ({ api }) => {
      const { id } = await draft(api);
      await api.update(id, change(1));
      return api.update(id, { expectedVersion: 1, content: 'Other' });
    },
  ],
  [
    'update of a future version',
    [409, 'version_conflict'],
    async ({ api }) => api.update((await draft(api)).id, change(9_007_199_254_740_991)),
  ],
  [
    'update of the slug',
    [422, 'immutable_field'],
    async ({ api }) => api.update((await draft(api)).id, { ...change(1), slug: 'elsewhere' }),
  ],
  [
    'update of a foreign document',
    NOT_FOUND,
    async ({ api, other }) => api.update((await draft(other)).id, change(1)),
  ],
  ['update of a malformed id', NOT_FOUND, ({ api }) => api.update('x', change(1))],
  [
    'update repeated with the same key',
    null,
    async ({ api }) => {
      const [key, { id }] = [randomUUID(), await draft(api)];
      await api.update(id, change(1), key);
      return api.update(id, change(1), key);
    },
  ],
  [
    'update with the key of the create',
    REUSED,
    async ({ api }) => {
      const key = randomUUID();
      const { id } = await api.create(newDocument(), key);
      return api.update(id, change(1), key);
    },
  ],
  [
    'update when the daily quota is used up',
    GONE,
    exhausted(({ api }, id) => api.update(id, change(1))),
  ],
  [
    'update of a suspended account',
    SUSPENDED,
    suspended(({ api }, id) => api.update(id, change(1))),
  ],

  ['publish', null, async ({ api }) => api.publish((await draft(api)).id, { expectedVersion: 1 })],
  [
    'publish without the scope',
    SCOPE,
    async ({ api, only }) => only.write.publish((await draft(api)).id, { expectedVersion: 1 }),
  ],
  [
    'publish with a bad field',
    INVALID,
    async ({ api }) => api.publish((await draft(api)).id, { expectedVersion: 1.5, force: true }),
  ],
  [
    'publish of a stale version',
    [409, 'version_conflict'],
    async ({ api }) => {
      const { id } = await draft(api);
      await api.update(id, change(1));
      return api.publish(id, { expectedVersion: 1 });
    },
  ],
  [
    'update with edits that cannot be made',
    [422, 'edit_failed'],
    async ({ api }) => {
      const { id } = await draft(api, { content: '# A\n\nsame\n\nsame\n' });
      const edits = [
        { find: 'nowhere', replace: '' },
        { find: 'same', replace: '' },
        { section: 's-none', append: 'a' },
      ];
      return api.update(id, { expectedVersion: 1, edits });
    },
  ],
  [
    'publish of a revision in flight',
    [409, 'publish_in_progress'],
    async ({ api }) => {
      const { id } = await draft(api);
      await api.publish(id, { expectedVersion: 1 });
      return api.publish(id, { expectedVersion: 1 });
    },
  ],
  [
    'publish of a foreign document',
    NOT_FOUND,
    async ({ api, other }) => api.publish((await draft(other)).id, { expectedVersion: 1 }),
  ],
  [
    'publish repeated with the same key',
    null,
    async ({ api }) => {
      const [key, { id }] = [randomUUID(), await draft(api)];
      await api.publish(id, { expectedVersion: 1 }, key);
      return api.publish(id, { expectedVersion: 1 }, key);
    },
  ],
  [
    'publish of another document with the same key',
    REUSED,
    async ({ api }) => {
      const [key, one, two] = [randomUUID(), await draft(api), await draft(api)];
      await api.publish(one.id, { expectedVersion: 1 }, key);
      return api.publish(two.id, { expectedVersion: 1 }, key);
    },
  ],
  [
    'publish when the daily quota is used up',
    GONE,
    exhausted(({ api }, id) => api.publish(id, { expectedVersion: 1 })),
  ],
  [
    'publish of a suspended account',
    SUSPENDED,
    suspended(({ api }, id) => api.publish(id, { expectedVersion: 1 })),
  ],
];
