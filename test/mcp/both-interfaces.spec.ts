import { afterAll, describe, expect, it } from 'vitest';
import { type Books, booksOf } from '../setup/books.js';
import { client } from '../setup/client.js';
import { sharedPair } from '../setup/desk.js';
import { type Assistant, assistant } from '../setup/mcp.js';
import { issueKey, type KeyWish } from '../setup/operator.js';
import { sql } from '../setup/sql.js';
import { CASES, type Setting } from './both-interfaces.cases.js';
import { type InterfaceCaller, type Outcome, overHttp, overMcp, whenCalled } from './interfaces.js';

const INTERFACES = ['http', 'legacy', 'modern'] as const;
type Interface = (typeof INTERFACES)[number];

// No worker runs, so a release in flight stays in flight.
const desk = await sharedPair();
const assistants: Assistant[] = [];
afterAll(() => Promise.all(assistants.map((someone) => someone.close())));

/** Returns a caller at one interface. The key of the caller is issued when the caller is first used. */
const caller = (
  channel: Interface,
  account: string,
  scopes: KeyWish['scopes'] & {},
): InterfaceCaller =>
  whenCalled(async () => {
    const { key } = await issueKey(desk.databaseUrl, { account, scopes });
    if (channel === 'http') return overHttp(client(desk.url, key));
    const someone = await assistant(desk.url, key, channel);
    assistants.push(someone);
    return overMcp(someone);
  });

/** Makes a new account with its callers at one interface. */
async function settingAt(channel: Interface): Promise<{ setting: Setting; accountId: string }> {
  const [{ accountId }, { accountId: otherId }] = await Promise.all([desk.caller(), desk.caller()]);
  const all = caller(channel, accountId, ['read', 'write', 'publish']);
  const change = (text: string, ...values: unknown[]) =>
    sql(desk.databaseUrl, `UPDATE account SET ${text} WHERE id = $1`, [accountId, ...values]);
  const setting: Setting = {
    api: all,
    only: {
      read: caller(channel, accountId, ['read']),
      write: caller(channel, accountId, ['write']),
      publish: caller(channel, accountId, ['publish']),
    },
    other: caller(channel, otherId, ['read', 'write', 'publish']),
    suspend: async () => {
      await change(`status = 'suspended'`);
      await untilSuspended(all);
    },
    setLimit: async (limit) => {
      await change('daily_write_limit = $2', limit);
    },
  };
  return { setting, accountId };
}

/** Waits until the suspension takes effect. A suspension takes effect within a second (contract 7). */
const untilSuspended = (api: InterfaceCaller) =>
  expect.poll(async () => (await api.usage()).code).toBe('account_suspended');

/** Returns an outcome without ids, times, keys and channels, which differ between calls. */
const comparable = (outcome: Outcome, accountId: string): object => {
  const { id: _, ...rest } = outcome;
  const text = JSON.stringify(rest)
    .replaceAll(accountId, '(account)')
    .replace(/"id":"[0-9a-f-]{36}"/, '"id":"(publication)"')
    .replace(
      /"lastChange":\{"at":"[^"]+","keyId":"[^"]+","channel":"(?:http|mcp)"/,
      '"lastChange":{"by":"(us)"',
    );
  return JSON.parse(text) as object;
};

describe('the same call at both interfaces', () => {
  it.each(CASES)(
    '[6.same-at-both-interfaces] has the same outcome: %s',
    async (_name, expected, act) => {
      const endAt = async (channel: Interface): Promise<{ outcome: object; books: Books }> => {
        const { setting, accountId } = await settingAt(channel);
        const outcome = await act(setting);
        expect(expected === null ? null : [outcome.status, outcome.code]).toEqual(expected);
        expect(outcome.status === null).toBe(expected === null);
        const books = await booksOf(desk.databaseUrl, accountId);
        return { outcome: comparable(outcome, accountId), books };
      };
      const seen = await Promise.all(INTERFACES.map(endAt));
      expect(seen[1]).toEqual(seen[0]);
      expect(seen[2]).toEqual(seen[0]);
    },
  );
});
