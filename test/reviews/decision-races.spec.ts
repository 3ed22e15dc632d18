import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, signIn } from '../desk/person.js';
import { type Caller, type SharedDesk, sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

/**
 * Documents that everybody decides on at once; 10,000 by hand:
 * `DECISION_RACES=10000 npx vitest run --project service test/reviews/decision-races.spec.ts`.
 */
const RACES = Number(process.env['DECISION_RACES'] ?? 40);
const TIMEOUT_MS = 120_000 + RACES * 1_000;
/** Documents that one releases while another sends them back. */
const PAIRS = Math.ceil(RACES / 4);
/** Of them at a time. */
const AT_ONCE = 4;

let desk: SharedDesk;
let writer: Caller;
let people: readonly Person[];
beforeAll(async () => {
  desk = await sharedDesk();
  writer = await desk.caller({ limit: 1_000_000 });
  people = await Promise.all(['Ada', 'Grace'].map((name) => signIn(desk.url, writer.key, name)));
});

/** What a read told, at any moment of a race. */
interface Seen {
  readonly state: string;
  readonly version: number;
  readonly publishedVersion: number | null;
  readonly returned: { readonly version: number } | null;
}

/** What of a read cannot be true. */
function faultOf({ state, version, publishedVersion, returned }: Seen): string | undefined {
  const faults = [
    // Nobody has asked for a later version to be released.
    publishedVersion !== null &&
      publishedVersion !== 1 &&
      'a version is public that nobody was shown',
    returned !== null &&
      (returned.version !== version || state !== 'draft') &&
      'returned, and not a draft',
    (state === 'published') !== (publishedVersion === version) &&
      'the state does not tell what is public',
  ];
  const fault = faults.find((each) => typeof each === 'string');
  return fault && `${fault}: ${JSON.stringify({ state, version, publishedVersion, returned })}`;
}

const status = async (answer: Promise<{ readonly status: number }>): Promise<number> =>
  (await answer).status;

/** Lets everybody decide on version 1 at once; tells what cannot be true. */
async function race(number: number): Promise<string[]> {
  const { api } = writer;
  const { id } = expectAccepted(await api.create(newDocument({ intent: 'review' })), 201);
  const release = `/desk/${id}/release`;
  const back = `/desk/${id}/send-back`;
  const [ada, grace] = people as [Person, Person];
  const [one, two, three] = await Promise.all([
    ada.form(`/desk/${id}`, release),
    grace.form(`/desk/${id}`, release),
    grace.form(`/desk/${id}`, back),
  ]);
  let isOver = false;
  const faults: string[] = [];
  const watch = async () => {
    while (!isOver) {
      const fault = faultOf((await api.read(id)).body);
      if (fault !== undefined) faults.push(fault);
    }
  };
  const watching = watch();
  const takes = {
    first: () => status(ada.post(release, one)),
    again: () => status(ada.post(release, one)),
    other: () => status(grace.post(release, two)),
    key: () => status(api.publish(id, { expectedVersion: 1, approvedBy: 'A model' })),
    back: () => status(grace.post(back, { ...three, note: 'No.' })),
    update: () =>
      status(api.update(id, { expectedVersion: 1, title: 'Another', intent: 'review' })),
  };
  const names = Object.keys(takes) as (keyof typeof takes)[];
  // Each race begins with another of them.
  const order = [...names.slice(number % names.length), ...names.slice(0, number % names.length)];
  const told = Object.fromEntries(
    await Promise.all(order.map(async (name) => [name, await takes[name]()] as const)),
  ) as Record<keyof typeof takes, number>;
  const { body } = await api.read(id, { Prefer: 'wait=20' });
  isOver = true;
  await watching;
  const fault = faultOf(body);
  return [
    ...faults,
    ...(fault === undefined ? [] : [fault]),
    ...(await checkRecords(id, told)),
    ...(told.first === told.again ? [] : [`pressed twice: ${told.first} and ${told.again}`]),
  ].map((each) => `${id} ${JSON.stringify(told)}: ${each}`);
}

interface Row {
  readonly kind: string;
  readonly version: number;
  readonly audited: boolean;
}

/** What people were told, and what the database holds of it. */
async function checkRecords(id: string, told: Readonly<Record<string, number>>): Promise<string[]> {
  const rows = await sql<Row>(
    desk.databaseUrl,
    `SELECT 'publish' AS kind, w.version,
            EXISTS (SELECT FROM decision d WHERE d.id = w.id AND d.outcome = 'released'
                      AND d.version = w.version AND d.channel = w.channel) AS audited
       FROM accepted_write w WHERE w.publication_id = $1 AND w.operation = 'publish'
     UNION ALL
     SELECT outcome, version, outcome = 'returned'
            OR EXISTS (SELECT FROM accepted_write w WHERE w.id = d.id) FROM decision d WHERE publication_id = $1`,
    [id],
  );
  const count = (kind: string): number => rows.filter((row) => row.kind === kind).length;
  const releases = [told.first === 303, told.other === 303, told.key === 202].filter(
    Boolean,
  ).length;
  const returns = told.back === 303 ? 1 : 0;
  return [
    ...(count('publish') === releases ? [] : [`${count('publish')} publishes, ${releases} told`]),
    ...(count('publish') <= 1 ? [] : ['was released twice']),
    ...(count('returned') === returns ? [] : [`${count('returned')} sent back, ${returns} told`]),
    ...rows.filter(({ version }) => version !== 1).map(({ kind }) => `${kind} of another version`),
    ...rows
      .filter(({ audited }) => !audited)
      .map(({ kind }) => `${kind} without audit or decision`),
  ];
}

describe('many who decide at once', () => {
  it(
    '[13.form-once] [13.moved-on] [13.release] release the version shown or none, once, and each decision stands in the audit',
    async () => {
      const found: string[] = [];
      for (let begun = 0; begun < RACES; begun += AT_ONCE) {
        const numbers = Array.from({ length: AT_ONCE }, (_, at) => begun + at);
        found.push(...(await Promise.all(numbers.map(race))).flat());
      }
      expect(found).toEqual([]);
      const [books] = await sql<{ used: number; writes: number }>(
        desk.databaseUrl,
        `SELECT (SELECT sum(used)::integer FROM daily_usage WHERE account_id = $1) AS used,
              (SELECT count(*)::integer FROM accepted_write WHERE account_id = $1) AS writes`,
        [writer.accountId],
      );
      expect(books!.used).toBe(books!.writes);
    },
    TIMEOUT_MS,
  );

  it('[13.moved-on] [13.release] [13.send-back] do one of the two where one releases and another sends back what both saw offered', async () => {
    const { api } = writer;
    const [ada, grace] = people as [Person, Person];
    for (let each = 0; each < PAIRS; each += 1) {
      const { id } = expectAccepted(await api.create(newDocument({ intent: 'review' })), 201);
      const [release, back] = [`/desk/${id}/release`, `/desk/${id}/send-back`];
      const forms = await Promise.all([
        ada.form(`/desk/${id}`, release),
        grace.form(`/desk/${id}`, back),
      ]);
      const statuses = await Promise.all([
        status(ada.post(release, forms[0])),
        status(grace.post(back, { ...forms[1], note: 'Not yet.' })),
      ]);
      expect(statuses.toSorted()).toEqual([303, 409]);
      const decisions = await sql<{ outcome: string }>(
        desk.databaseUrl,
        'SELECT outcome FROM decision WHERE publication_id = $1',
        [id],
      );
      expect(decisions).toEqual([{ outcome: statuses[0] === 303 ? 'released' : 'returned' }]);
    }
  });

  it('[3.withdrawn] [13.release] withdraw meanwhile: what is public in the end is the version shown, or nothing', async () => {
    const { api } = writer;
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { id } = expectAccepted(await api.create(newDocument({ intent: 'review' })), 201);
        const [ada] = people as [Person];
        const form = await ada.form(`/desk/${id}`, `/desk/${id}/release`);
        const withdraw = ['publications', 'withdraw', id, '--reason', 'a mistake'];
        const twice = [
          ada.post(`/desk/${id}/release`, form),
          ada.post(`/desk/${id}/release`, form),
        ];
        await Promise.all([
          ...twice,
          operator(desk.databaseUrl, ...withdraw).catch(() => 'nothing was public'),
        ]);
        return id;
      }),
    );
    for (const id of ids) {
      const { body } = await api.read(id, { Prefer: 'wait=20' });
      expect(faultOf(body)).toBeUndefined();
      const page = await fetch(body.url);
      expect([page.status, body.state]).toEqual(
        body.publishedVersion === 1
          ? [200, 'published']
          : [page.status === 410 ? 410 : 404, 'review'],
      );
    }
  });
});
