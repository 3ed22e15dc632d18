import { randomUUID } from 'node:crypto';
import { newDocument } from '../setup/document.js';
import type { DoorCaller, Outcome } from './doors.js';

type Scope = 'read' | 'write' | 'publish';

/** One account, and the ways to call for it. */
export interface Setting {
  /** The door under test, with a key of all scopes. */
  readonly door: DoorCaller;
  /** The same door with keys of one scope each. */
  readonly only: Readonly<Record<Scope, DoorCaller>>;
  /** Another account, by the same door. */
  readonly other: DoorCaller;
  suspend(): Promise<void>;
  setLimit(limit: number): Promise<void>;
}

/** What is done, and the status and code that come of it; `null`: it is carried out. */
export type Case = readonly [
  name: string,
  expected: readonly [status: number, code: string] | null,
  act: (setting: Setting) => Promise<Outcome>,
];

const draft = (door: DoorCaller, changes: Readonly<Record<string, unknown>> = {}) =>
  door.create(newDocument(changes));
const change = (expectedVersion: number) => ({ expectedVersion, title: 'Changed' });
const UNKNOWN = '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6';

/** Puts a write off to the moment after the last unit is used. */
const exhausted =
  (write: (setting: Setting, id: string) => Promise<Outcome>) => async (setting: Setting) => {
    const { id } = await draft(setting.door);
    await setting.setLimit(1);
    return write(setting, id);
  };

const suspended =
  (act: (setting: Setting, id: string) => Promise<Outcome>) => async (setting: Setting) => {
    const { id } = await draft(setting.door);
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
  ['usage', null, ({ door }) => door.usage()],
  ['usage without the scope', SCOPE, ({ only }) => only.write.usage()],
  ['usage with an unknown filter', [400, 'invalid_request'], ({ door }) => door.usage({ day: 1 })],
  ['usage of a suspended account', SUSPENDED, suspended(({ door }) => door.usage())],

  ['list', null, ({ door }) => door.list({ limit: 5 })],
  ['list without the scope', SCOPE, ({ only }) => only.publish.list({})],
  [
    'list with bad limit and state',
    [400, 'invalid_request'],
    ({ door }) => door.list({ limit: 0, state: 'gone' }),
  ],
  ['list with an unknown filter', [400, 'invalid_request'], ({ door }) => door.list({ stat: 'x' })],
  [
    'list with a cursor of nobody',
    [400, 'invalid_cursor'],
    ({ door }) => door.list({ cursor: 'x' }),
  ],
  ['list of a suspended account', SUSPENDED, suspended(({ door }) => door.list({}))],

  ['read', null, async ({ door }) => door.read((await draft(door)).id)],
  [
    'read without the scope',
    SCOPE,
    async ({ door, only }) => only.write.read((await draft(door)).id),
  ],
  ['read what there is not', NOT_FOUND, ({ door }) => door.read(UNKNOWN)],
  ['read by a malformed id', NOT_FOUND, ({ door }) => door.read('x')],
  [
    'read what is foreign',
    NOT_FOUND,
    async ({ door, other }) => door.read((await draft(other)).id),
  ],
  ['read of a suspended account', SUSPENDED, suspended(({ door }, id) => door.read(id))],

  ['create', null, ({ door }) => draft(door)],
  ['create without the scope', SCOPE, ({ only }) => draft(only.read)],
  [
    'create with bad fields',
    INVALID,
    ({ door }) =>
      door.create({ locale: 'english', slug: 'A b', title: ' ', tags: ['.', 7], author: {} }),
  ],
  ['create with an unknown field', INVALID, ({ door }) => draft(door, { titel: 'x' })],
  [
    'create with a malformed key',
    [400, 'idempotency_key_invalid'],
    ({ door }) => door.create(newDocument(), 'a b'),
  ],
  [
    'create where a path is taken',
    [409, 'path_conflict'],
    async ({ door }) => {
      const slug = `taken-${randomUUID()}`;
      await draft(door, { slug });
      return draft(door, { slug });
    },
  ],
  [
    'create where a foreign path is taken',
    [409, 'path_conflict'],
    async ({ door, other }) => {
      const slug = `taken-${randomUUID()}`;
      await draft(other, { slug });
      return draft(door, { slug });
    },
  ],
  [
    'create again',
    null,
    async ({ door }) => {
      const [key, document] = [randomUUID(), newDocument()];
      await door.create(document, key);
      return door.create(document, key);
    },
  ],
  [
    'create another with the same key',
    REUSED,
    async ({ door }) => {
      const key = randomUUID();
      await door.create(newDocument(), key);
      return door.create(newDocument(), key);
    },
  ],
  ['create when the day is used up', GONE, exhausted(({ door }) => draft(door))],
  ['create of a suspended account', SUSPENDED, suspended(({ door }) => draft(door))],

  ['update', null, async ({ door }) => door.update((await draft(door)).id, change(1))],
  [
    'update without the scope',
    SCOPE,
    async ({ door, only }) => only.read.update((await draft(door)).id, change(1)),
  ],
  [
    'update with bad fields',
    INVALID,
    async ({ door }) =>
      door.update((await draft(door)).id, { expectedVersion: 0, sources: ['ftp://x'] }),
  ],
  [
    'update of nothing',
    INVALID,
    async ({ door }) => door.update((await draft(door)).id, { expectedVersion: 1 }),
  ],
  [
    'update of a stale version',
    [409, 'version_conflict'],
    async ({ door }) => {
      const { id } = await draft(door);
      await door.update(id, change(1));
      return door.update(id, { expectedVersion: 1, content: 'Other' });
    },
  ],
  [
    'update of a version to come',
    [409, 'version_conflict'],
    async ({ door }) => door.update((await draft(door)).id, change(9_007_199_254_740_991)),
  ],
  [
    'update of the slug',
    [422, 'immutable_field'],
    async ({ door }) => door.update((await draft(door)).id, { ...change(1), slug: 'elsewhere' }),
  ],
  [
    'update what is foreign',
    NOT_FOUND,
    async ({ door, other }) => door.update((await draft(other)).id, change(1)),
  ],
  ['update by a malformed id', NOT_FOUND, ({ door }) => door.update('x', change(1))],
  [
    'update again',
    null,
    async ({ door }) => {
      const [key, { id }] = [randomUUID(), await draft(door)];
      await door.update(id, change(1), key);
      return door.update(id, change(1), key);
    },
  ],
  [
    'update with the key of the create',
    REUSED,
    async ({ door }) => {
      const key = randomUUID();
      const { id } = await door.create(newDocument(), key);
      return door.update(id, change(1), key);
    },
  ],
  ['update when the day is used up', GONE, exhausted(({ door }, id) => door.update(id, change(1)))],
  [
    'update of a suspended account',
    SUSPENDED,
    suspended(({ door }, id) => door.update(id, change(1))),
  ],

  [
    'publish',
    null,
    async ({ door }) => door.publish((await draft(door)).id, { expectedVersion: 1 }),
  ],
  [
    'publish without the scope',
    SCOPE,
    async ({ door, only }) => only.write.publish((await draft(door)).id, { expectedVersion: 1 }),
  ],
  [
    'publish with a bad field',
    INVALID,
    async ({ door }) => door.publish((await draft(door)).id, { expectedVersion: 1.5, force: true }),
  ],
  [
    'publish of a stale version',
    [409, 'version_conflict'],
    async ({ door }) => {
      const { id } = await draft(door);
      await door.update(id, change(1));
      return door.publish(id, { expectedVersion: 1 });
    },
  ],
  [
    'publish what is in flight',
    [409, 'publish_in_progress'],
    async ({ door }) => {
      const { id } = await draft(door);
      await door.publish(id, { expectedVersion: 1 });
      return door.publish(id, { expectedVersion: 1 });
    },
  ],
  [
    'publish what is foreign',
    NOT_FOUND,
    async ({ door, other }) => door.publish((await draft(other)).id, { expectedVersion: 1 }),
  ],
  [
    'publish again',
    null,
    async ({ door }) => {
      const [key, { id }] = [randomUUID(), await draft(door)];
      await door.publish(id, { expectedVersion: 1 }, key);
      return door.publish(id, { expectedVersion: 1 }, key);
    },
  ],
  [
    'publish another with the same key',
    REUSED,
    async ({ door }) => {
      const [key, one, two] = [randomUUID(), await draft(door), await draft(door)];
      await door.publish(one.id, { expectedVersion: 1 }, key);
      return door.publish(two.id, { expectedVersion: 1 }, key);
    },
  ],
  [
    'publish when the day is used up',
    GONE,
    exhausted(({ door }, id) => door.publish(id, { expectedVersion: 1 })),
  ],
  [
    'publish of a suspended account',
    SUSPENDED,
    suspended(({ door }, id) => door.publish(id, { expectedVersion: 1 })),
  ],
];
