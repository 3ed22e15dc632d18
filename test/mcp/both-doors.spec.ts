import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliModule } from '../../src/cli.module.js';
import { startServices, type Services } from '../../src/operator/command-context.js';
import { readConfig } from '../../src/platform/config/config.js';
import { type Books, booksOf } from '../e2e/books.js';
import { client } from '../setup/client.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { type Assistant, assistant } from '../setup/mcp.js';
import { CASES, type Setting } from './both-doors.cases.js';
import { type DoorCaller, type Outcome, overHttp, overMcp } from './doors.js';

const DOORS = ['http', 'legacy', 'modern'] as const;
type Door = (typeof DOORS)[number];

let desk: Desk;
let services: Services;
const assistants: Assistant[] = [];

beforeAll(async () => {
  // Nothing is released here: what is in flight stays so.
  desk = await openDesk({ ROLE: 'api' });
  services = await startServices(CliModule.register(readConfig({}), desk.databaseUrl));
});
afterAll(async () => {
  await Promise.all(assistants.map((someone) => someone.close()));
  await services.close();
  await desk.close();
});

async function caller(
  door: Door,
  accountId: string,
  scopes: readonly ('read' | 'write' | 'publish')[],
) {
  const wish = { accountId, name: 'test', scopes, expiresIn: null };
  const { key } = await services.keys.issue(wish);
  if (door === 'http') return overHttp(client(desk.url, key));
  const someone = await assistant(desk.url, key, door);
  assistants.push(someone);
  return overMcp(someone);
}

/** A new account with its callers at one door, made as far as they are used. */
async function settingAt(door: Door): Promise<{ setting: Setting; accountId: string }> {
  const { accounts } = services;
  const { id } = await accounts.create('Someone', 'free');
  const { id: otherId } = await accounts.create('Someone else', 'free');
  const [all, read, write, publish, other] = await Promise.all([
    caller(door, id, ['read', 'write', 'publish']),
    caller(door, id, ['read']),
    caller(door, id, ['write']),
    caller(door, id, ['publish']),
    caller(door, otherId, ['read', 'write', 'publish']),
  ]);
  const setting: Setting = {
    door: all,
    only: { read, write, publish },
    other,
    suspend: async () => {
      await accounts.suspend(id);
      await untilSuspended(all);
    },
    setLimit: async (limit) => {
      await accounts.setLimit(id, limit);
    },
  };
  return { setting, accountId: id };
}

/** Suspension holds within a second (CONTRACT 7). */
const untilSuspended = (door: DoorCaller) =>
  expect.poll(async () => (await door.usage()).code, { timeout: 5_000 }).toBe('account_suspended');

/** An outcome without what differs from account to account, and from moment to moment. */
const comparable = (outcome: Outcome, accountId: string): object => {
  const { id: _, ...rest } = outcome;
  const text = JSON.stringify(rest).replaceAll(accountId, '(account)');
  return JSON.parse(text) as object;
};

describe('the same call at both doors', () => {
  it.each(CASES)('[6.same-at-both-doors] ends the same: %s', async (_name, expected, act) => {
    const seen: { outcome: object; books: Books }[] = [];
    for (const door of DOORS) {
      const { setting, accountId } = await settingAt(door);
      const outcome = await act(setting);
      expect(expected === null ? null : [outcome.status, outcome.code]).toEqual(expected);
      expect(outcome.status === null).toBe(expected === null);
      const books = await booksOf(desk.databaseUrl, accountId);
      seen.push({ outcome: comparable(outcome, accountId), books });
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });
});
