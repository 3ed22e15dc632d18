import { expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { newPerson, type Person, personWith } from './person.js';

const desk = await sharedDesk();
const { databaseUrl } = desk;

async function room() {
  const caller = await desk.caller();
  return { ...caller, ada: await newPerson(desk, caller.accountId) };
}

/** Makes an address for the feed, and returns its path. */
async function feedOf(who: Person): Promise<string> {
  const { status, text } = await who.post('/desk/feed', await who.form('/desk', '/desk/feed'));
  expect(status).toBe(200);
  return /\/desk\/feed\/imp_feed_\w+/.exec(text)![0];
}

const nobody = personWith(desk.url, '');

it('[13.feed] [13.feed-private] lists what waits for an account, newest first, with title and change note and nothing else', async () => {
  const [at, other] = [await room(), await room()];
  const path = await feedOf(at.ada);
  expect((await nobody.open(path)).text).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  const fields = {
    intent: 'review',
    content: 'A secret.',
    description: 'A secret.',
    tags: ['secret'],
  };
  const offer = async (more: object, { api } = at) =>
    expectAccepted(await api.create(newDocument({ ...fields, ...more })), 201).id;
  const first = await offer({ title: 'One & two', changeNote: 'Why <b>' });
  await offer({ title: 'Theirs' }, other);
  const second = await offer({ title: 'Second' });
  await offer({ title: 'A draft', intent: 'draft' });
  const { status, headers, text } = await nobody.open(path);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/atom+xml; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  });
  expect([...text.matchAll(/waiting:([\w-]+):1</g)].map(([, id]) => id)).toEqual([second, first]);
  expect(text).toContain('<summary>Why &lt;b&gt;</summary>');
  for (const absent of ['secret', 'Theirs', 'A draft', 'imp_']) expect(text).not.toContain(absent);
  const rows = await sql<{ found: boolean }>(
    databaseUrl,
    `SELECT strpos(a::text, $1) > 0 AS found FROM approver a WHERE a.id = $2`,
    [path.split('_').at(-1)!, at.ada.approverId],
  );
  expect(rows).toEqual([{ found: false }]);
});

it('[13.feed] has the newest 50 of many', async () => {
  const at = await room();
  const path = await feedOf(at.ada);
  for (let made = 0; made < 55; made += 1) {
    await at.api.create(newDocument({ intent: 'review', title: `Number ${made}` }));
  }
  const { text } = await nobody.open(path);
  expect([...text.matchAll(/Number (\d+)/g)].map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 50 }, (_, place) => 54 - place),
  );
});

it.each([
  [
    'its approver is revoked',
    ({ ada }) => operator(databaseUrl, 'approvers', 'revoke', ada.approverId),
  ],
  [
    'the sign-in key is rotated',
    ({ ada }) => operator(databaseUrl, 'approvers', 'rotate', ada.approverId),
  ],
  [
    'the account is suspended',
    ({ accountId }) => operator(databaseUrl, 'accounts', 'suspend', accountId),
  ],
  ['another address is made', ({ ada }) => feedOf(ada)],
] as [string, (at: Awaited<ReturnType<typeof room>>) => Promise<unknown>][])(
  '[13.feed-ends] ends when %s',
  async (_, end) => {
    const at = await room();
    const path = await feedOf(at.ada);
    const form = await at.ada.form('/desk', '/desk/feed');
    expect((await nobody.open(path)).status).toBe(200);
    await end(at);
    expect((await nobody.open(path)).status).toBe(404);
    if (_ !== 'another address is made') {
      expect((await at.ada.post('/desk/feed', form)).status).toBe(403);
    }
  },
);

it('[13.feed-private] opens with nothing but its key, which opens nothing else', async () => {
  const at = await room();
  const path = await feedOf(at.ada);
  const key = path.split('/').at(-1)!;
  const tampered = [`${path}x`, path.slice(0, -1), `/desk/feed/${at.key}`, '/desk/feed/x'];
  for (const wrong of tampered) expect((await nobody.open(wrong)).status).toBe(404);
  const { status } = await fetch(`${desk.url}/api/v1/publications`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(status).toBe(401);
  expect((await nobody.post('/desk/sign-in', { key }, { Origin: desk.url })).status).toBe(401);
  expect((await nobody.post('/desk/feed', {})).status).toBe(403);
  for (const file of ['/robots.txt', '/sitemap.xml', '/llms.txt']) {
    expect(await (await fetch(desk.url + file)).text()).not.toContain('/desk/feed');
  }
});
