import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { RELEASE_RULES, type ReleaseRule } from '../../src/accounts/account-facts.js';
import { newPerson, type Person as Approver } from '../desk/person.js';
import { folderOf } from '../operator/folder.js';
import { type Caller, sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant, type Era, type Person } from '../setup/mcp.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const desk = await sharedDesk();

/** The result of a release by a program: `approvedVia` of the public revision, or a refusal by the rule of the account. */
type Outcome = 'key' | 'host' | 'refused';

interface Seat {
  readonly name: string;
  readonly person: Approver;
}

/** A way to release version 1 of a document. Returns `done`, or the code of the refusal. */
type Way = (who: Caller, id: string) => Promise<string>;

/** The name that the programs state, and the name that the person enters in the form. */
const [STATED, ENTERED] = ['A model', 'Ada Example'];

const overHttp: Way = async ({ api }, id) => {
  const { status, body } = await api.publish(id, { expectedVersion: 1, approvedBy: STATED });
  return status === 202 ? 'done' : body.code;
};

const overMcp =
  (era: Era, person?: Person): Way =>
  async ({ key }, id) => {
    const someone = await assistant(desk.url, key, era, person);
    const args = { id, expectedVersion: 1, idempotencyKey: randomUUID(), approvedBy: STATED };
    const { isError, body } = await someone.call('publish_publication', args);
    await someone.close();
    return isError ? body.code : 'done';
  };

let asked = 0;
const accepts: Person = () => {
  asked += 1;
  return { action: 'accept', content: { decision: 'release', name: ` ${ENTERED} ` } };
};

const WAYS = {
  HTTP: overHttp,
  'MCP before 2026-07-28': overMcp('legacy'),
  'MCP, no form': overMcp('modern'),
  'MCP, by form': overMcp('modern', accepts),
} as const;

/** The outcomes with the key that wrote the revision, and with another key. */
type Pair = readonly [writer: Outcome, other: Outcome];
type Outcomes = Readonly<Record<keyof typeof WAYS, Pair>>;

/** The same outcomes for each way of a program. */
const always = (...pair: Pair): Outcomes => ({
  HTTP: pair,
  'MCP before 2026-07-28': pair,
  'MCP, no form': pair,
  'MCP, by form': pair,
});
const REFUSED = always('refused', 'refused');

/** What programs can do under each rule. At the desk, approvers release under every rule. */
const OUTCOMES: Readonly<Record<ReleaseRule, Outcomes>> = {
  'any-key': always('key', 'key'),
  'other-key': always('refused', 'key'),
  confirmed: { ...REFUSED, 'MCP, by form': ['host', 'host'] },
  desk: REFUSED,
};

/** Each rule with one approval, and the only rule that can have more. */
const RULES: readonly (readonly [ReleaseRule, approvals: number])[] = [
  ...RELEASE_RULES.map((rule) => [rule, 1] as const),
  ['desk', 2],
];

describe.each(RULES)('under the rule %s with %i approvals', (rule, approvals) => {
  let writer: Caller;
  let other: Caller;
  let people: readonly Seat[];
  beforeAll(async () => {
    writer = await desk.caller({ limit: 1_000 });
    const { accountId } = writer;
    other = await desk.caller({ account: accountId, scopes: ['read', 'publish'] });
    const words = ['accounts', 'set-release-rule', accountId, rule, '--approvals', `${approvals}`];
    await operator(desk.databaseUrl, ...words);
    people = await Promise.all(
      ['Ada Example', 'Grace Example'].map(async (name) => ({
        name,
        person: await newPerson(desk, accountId, name),
      })),
    );
  });

  const offer = async (): Promise<string> =>
    expectAccepted(await writer.api.create(newDocument({ intent: 'review' })), 201).id;
  const used = async (): Promise<number> => (await writer.api.usage()).body.used;
  const read = async (id: string) => {
    const address = `/api/v1/publications/${id}?view=history`;
    return (await writer.api.request('GET', address, { headers: { Prefer: 'wait=20' } })).body;
  };

  const cases = Object.entries(OUTCOMES[rule]).flatMap(([way, [own, others]]) => [
    [way as keyof typeof WAYS, 'the writer’s key', own] as const,
    [way as keyof typeof WAYS, 'another key', others] as const,
  ]);

  it.each(cases)(
    '[7.rule-any-key] [7.rule-other-key] [7.rule-confirmed] [7.rule-desk] [8.asked] [8.asked-accept] [2.approved-via] a release by %s with %s has the outcome %s, asks a person and names a program only if the outcome is host, and takes a unit if it succeeds',
    async (way, who, outcome) => {
      const id = await offer();
      const before = await used();
      asked = 0;
      const answer = await WAYS[way](who === 'another key' ? other : writer, id);
      const body = await read(id);
      const units = (await used()) - before;
      const isRefused = outcome === 'refused';
      expect(asked).toBe(outcome === 'host' ? 1 : 0);
      expect({ answer, units }).toEqual(
        isRefused ? { answer: 'approval_required', units: 0 } : { answer: 'done', units: 1 },
      );
      const approvedBy = outcome === 'host' ? ENTERED : STATED;
      expect(body).toMatchObject(
        isRefused
          ? { state: 'review', publishedVersion: null, approvedVia: null, approvals: [] }
          : { state: 'published', publishedVersion: 1, approvedBy, approvedVia: outcome },
      );
      const approvedIn = outcome === 'host' ? 'imprimatur-test' : null;
      expect(body).toMatchObject({ history: [{ approvedIn, approverId: null }] });
    },
  );

  it('[7.approvals] [7.approval-cost] [13.release] [13.approve] the last of the approvers who are needed releases it at the desk, for one unit', async () => {
    const id = await offer();
    const before = await used();
    for (const [at, { name, person }] of people.slice(0, approvals).entries()) {
      expect(await read(id)).toMatchObject({
        state: 'review',
        publishedVersion: null,
        approvals: people.slice(0, at).map((one) => ({ name: one.name })),
      });
      expect(await used()).toBe(before);
      const action = `/desk/${id}/release`;
      const { status } = await person.post(action, await person.form(`/desk/${id}`, action));
      expect([name, status]).toEqual([name, 303]);
    }
    expect(await read(id)).toMatchObject({
      state: 'published',
      publishedVersion: 1,
      approvedBy: people[approvals - 1]!.name,
      approvedVia: 'desk',
      approvals: [],
      history: [{ approvedIn: null, approverId: expect.any(String) as string }],
    });
    expect(await used()).toBe(before + 1);
  });

  it('[7.rule-imports] an operator’s import is exempt, and no approver is recorded', async () => {
    const { accountId, api } = writer;
    const slug = `imported-${randomUUID()}`;
    const folder = await folderOf({ [`en/${slug}.md`]: '# Imported' });
    const words = ['publications', 'import', folder, '--account', accountId, '--publish'];
    await operator(desk.databaseUrl, ...words);
    const { items } = (await api.list(`?slug=${slug}`)).body;
    const { body } = await api.read(items[0]!.id, { Prefer: 'wait=20' });
    expect(body).toMatchObject({ state: 'published', approvedBy: null, approvedVia: null });
  });

  it('[2.approved-via] no decision but that of an approver’s session is via the desk', async () => {
    const decisions = await sql<{ via: string | null; isOfApprover: boolean }>(
      desk.databaseUrl,
      `SELECT d.via, EXISTS (SELECT FROM approver a WHERE a.id = d.key_id AND a.account_id = d.account_id)
                     AND d.channel = 'desk' AS "isOfApprover"
       FROM decision d WHERE d.account_id = $1`,
      [writer.accountId],
    );
    expect(decisions.length).toBeGreaterThan(approvals);
    for (const { via, isOfApprover } of decisions) expect(via === 'desk').toBe(isOfApprover);
  });
});
