import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { RELEASE_RULES, type ReleaseRule } from '../../src/accounts/account-facts.js';
import { newPerson } from '../desk/person.js';
import { folderOf } from '../operator/folder.js';
import type { Caller, SharedDesk } from '../setup/desk.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant, type Era, type Person } from '../setup/mcp.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';

let desk: SharedDesk;
beforeAll(async () => {
  desk = await sharedDesk();
});

/** The result of a release: `approvedVia` of the public revision, or a refusal by the rule of the account. */
type Outcome = 'key' | 'host' | 'desk' | null | 'refused';

/** A way to release version 1 of a document. Returns `done`, or the code of the refusal. */
type Way = (who: Caller, id: string) => Promise<string>;

const approvedBy = 'Ada Example';

const overHttp: Way = async ({ api }, id) => {
  const { status, body } = await api.publish(id, { expectedVersion: 1, approvedBy });
  return status === 202 ? 'done' : body.code;
};

const overMcp =
  (era: Era, person?: Person): Way =>
  async ({ key }, id) => {
    const someone = await assistant(desk.url, key, era, person);
    const args = { id, expectedVersion: 1, idempotencyKey: randomUUID(), approvedBy };
    const { isError, body } = await someone.call('publish_publication', args);
    await someone.close();
    return isError ? body.code : 'done';
  };

const accepts: Person = () => ({
  action: 'accept',
  content: { decision: 'release', name: approvedBy },
});

const atTheDesk: Way = async ({ accountId }, id) => {
  const person = await newPerson(desk, accountId, approvedBy);
  const form = await person.form(`/desk/${id}`, `/desk/${id}/release`);
  const { status, text } = await person.post(`/desk/${id}/release`, form);
  return status === 303 ? 'done' : text;
};

const WAYS = {
  HTTP: overHttp,
  'MCP before 2026-07-28': overMcp('legacy'),
  'MCP, no form': overMcp('modern'),
  'MCP, by form': overMcp('modern', accepts),
  'the desk': atTheDesk,
} as const;

/** The outcome of each way: first with the key that wrote the revision, then with another key. */
const TABLE: Readonly<
  Record<
    ReleaseRule,
    Readonly<Record<keyof typeof WAYS, readonly [writer: Outcome, other: Outcome]>>
  >
> = {
  'any-key': {
    HTTP: ['key', 'key'],
    'MCP before 2026-07-28': ['key', 'key'],
    'MCP, no form': ['key', 'key'],
    'MCP, by form': ['key', 'key'],
    'the desk': ['desk', 'desk'],
  },
  'other-key': {
    HTTP: ['refused', 'key'],
    'MCP before 2026-07-28': ['refused', 'key'],
    'MCP, no form': ['refused', 'key'],
    'MCP, by form': ['refused', 'key'],
    'the desk': ['desk', 'desk'],
  },
  confirmed: {
    HTTP: ['refused', 'refused'],
    'MCP before 2026-07-28': ['refused', 'refused'],
    'MCP, no form': ['refused', 'refused'],
    'MCP, by form': ['host', 'host'],
    'the desk': ['desk', 'desk'],
  },
  desk: {
    HTTP: ['refused', 'refused'],
    'MCP before 2026-07-28': ['refused', 'refused'],
    'MCP, no form': ['refused', 'refused'],
    'MCP, by form': ['refused', 'refused'],
    'the desk': ['desk', 'desk'],
  },
};

describe.each(RELEASE_RULES)('under the rule %s', (rule) => {
  let writer: Caller;
  let other: Caller;
  beforeAll(async () => {
    writer = await desk.caller({ limit: 1_000 });
    const { accountId } = writer;
    other = await desk.caller({ account: accountId, scopes: ['read', 'publish'] });
    await operator(desk.databaseUrl, 'accounts', 'set-release-rule', accountId, rule);
  });

  const cases = Object.entries(TABLE[rule]).flatMap(([way, outcomes]) =>
    (['the writer’s key', 'another key'] as const).map(
      (who, at) => [way as keyof typeof WAYS, who, outcomes[at]!] as const,
    ),
  );

  it.each(cases)(
    '[7.rule-any-key] [7.rule-other-key] [7.rule-confirmed] [7.rule-desk] a release by %s with %s has the outcome %s, names a program only if its host confirms it, and takes a unit if it succeeds',
    async (way, who, outcome) => {
      const { api } = writer;
      const { id } = expectAccepted(await api.create(newDocument({ intent: 'review' })), 201);
      const before = (await api.usage()).body.used;
      const answer = await WAYS[way](who === 'another key' ? other : writer, id);
      const address = `/api/v1/publications/${id}?view=history`;
      const { body } = await api.request('GET', address, { headers: { Prefer: 'wait=20' } });
      const units = (await api.usage()).body.used - before;
      const isRefused = outcome === 'refused';
      expect({ answer, units }).toEqual(
        isRefused ? { answer: 'approval_required', units: 0 } : { answer: 'done', units: 1 },
      );
      expect(body).toMatchObject(
        isRefused
          ? { state: 'review', publishedVersion: null, approvedVia: null }
          : { state: 'published', publishedVersion: 1, approvedBy, approvedVia: outcome },
      );
      const approvedIn = outcome === 'host' ? 'imprimatur-test' : null;
      expect(body).toMatchObject({ history: [{ approvedIn }] });
    },
  );

  it('[7.rule-imports] an operator’s import is exempt, and no approver is recorded', async () => {
    const { accountId, api } = writer;
    const slug = `imported-${randomUUID()}`;
    const folder = await folderOf({ [`en/${slug}.md`]: '# Imported' });
    await operator(
      desk.databaseUrl,
      'publications',
      'import',
      folder,
      '--account',
      accountId,
      '--publish',
    );
    const { items } = (await api.list(`?slug=${slug}`)).body;
    const { body } = await api.read(items[0]!.id, { Prefer: 'wait=20' });
    expect(body).toMatchObject({ state: 'published', approvedBy: null, approvedVia: null });
  });
});
