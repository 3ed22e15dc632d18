import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, client } from '../setup/client.js';
import { sharedDesk, type SharedDesk, sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { released } from '../setup/released.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

let desk: SharedDesk;
let api: Client;
let foreign: Client;

beforeAll(async () => {
  desk = await sharedDesk();
  api = desk.api;
  foreign = (await desk.caller({ limit: 1_000 })).api;
});

/** Ways to occupy the path of a document. */
const occupants: [string, (document: object) => Promise<unknown>][] = [
  ['our draft', (document) => api.create(document)],
  ['our document in review', (document) => api.create({ ...document, intent: 'review' })],
  ['our public document', (document) => released(api, document)],
  ['a foreign draft', (document) => foreign.create(document)],
  ['a foreign public document', (document) => released(foreign, document)],
];

/** Returns a refusal without request id and date, which differ for each request. */
function told({ status, headers, body }: Answer): unknown {
  const { requestId: _, ...rest } = body;
  const own = new Set(['date', 'x-request-id']);
  return { status, rest, headers: [...headers].filter(([name]) => !own.has(name)) };
}

describe('the path of a publication', () => {
  it('[5.path-unique] [5.path-conflict-says-nothing] is refused to all accounts if it is taken, and to others in the same words for every owner and state', async () => {
    const { api: stranger } = await desk.caller();
    const answers: unknown[] = [];
    for (const [occupant, occupy] of occupants) {
      const document = newDocument();
      await occupy(document);
      expect((await api.create(document)).body.code, occupant).toBe('path_conflict');
      expect((await foreign.create(document)).body.code, occupant).toBe('path_conflict');
      const refused = await stranger.create(document);
      expectRefusal(refused, 409, 'path_conflict');
      answers.push(told(refused));
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('[5.path-unique] is compared as stored: in canonical case and NFKC', async () => {
    const slug = `${randomUUID()}-é`;
    await api.create(newDocument({ locale: 'pt-BR', slug: slug.normalize('NFC') }));
    const same = newDocument({ locale: 'PT-br', slug: slug.normalize('NFD') });
    expectRefusal(await foreign.create(same), 409, 'path_conflict');
  });

  it('[5.path-unique] consists of locale and slug', async () => {
    const slug = `document-${randomUUID()}`;
    expectAccepted(await api.create(newDocument({ slug, locale: 'en' })), 201);
    expectAccepted(await foreign.create(newDocument({ slug, locale: 'ko' })), 201);
    expectAccepted(await api.create(newDocument({ slug: `${slug}-2`, locale: 'en' })), 201);
  });

  it('[5.path-unique] is given to exactly one of 24 concurrent creates by two accounts at two processes', async () => {
    const pair = await sharedPair();
    const other = await pair.caller({ limit: 1_000 });
    const callers = [pair.api, other.api, client(pair.otherUrl, other.key)];
    for (let round = 0; round < 3; round += 1) {
      const document = newDocument();
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) => callers[index % 3]!.create(document)),
      );
      const accepted = answers.filter(({ status }) => status === 201);
      expect(accepted.length).toBe(1);
      for (const refused of answers.filter((answer) => answer !== accepted[0])) {
        expectRefusal(refused, 409, 'path_conflict');
      }
      const { slug } = accepted[0]!.body;
      const rows = await sql(pair.databaseUrl, 'SELECT id FROM publication WHERE slug = $1', [
        slug,
      ]);
      expect(rows).toEqual([{ id: accepted[0]!.body.id }]);
    }
  });

  it('[5.path-withdrawn] stays taken when an operator has withdrawn the document', async () => {
    const document = newDocument();
    const { id } = await released(foreign, document);
    const words = ['publications', 'withdraw', id, '--reason', 'Asked for'];
    await operator(desk.databaseUrl, ...words);
    expect((await foreign.read(id)).body.publishedVersion).toBeNull();
    const taken = newDocument();
    await foreign.create(taken);
    const usual = told(await api.create(taken));
    expect(told(await api.create(document))).toEqual(usual);
    expect(told(await api.create(document))).toMatchObject({ status: 409 });
    expectRefusal(await foreign.create(document), 409, 'path_conflict');
  });
});

describe('the pages of the site', () => {
  it('[5.path-every-page] are each at the path of their publication', async () => {
    await released(api);
    const { id } = await released(foreign);
    await api.create(newDocument());
    const pages = await sql<{ locale: string; slug: string; own: boolean }>(
      desk.databaseUrl,
      `SELECT s.locale, s.slug, p.published_version IS NOT NULL AS own FROM page s
       LEFT JOIN (SELECT * FROM publication JOIN release ON publication_id = id) p
         ON p.id = s.publication_id AND p.locale = s.locale AND p.slug = s.slug
       WHERE s.withdrawn_at IS NULL`,
    );
    expect(pages.length).toBeGreaterThanOrEqual(2);
    expect(pages.filter(({ own }) => !own)).toEqual([]);
    expect((await fetch((await foreign.read(id)).body.url)).status).toBe(200);
  });
});
