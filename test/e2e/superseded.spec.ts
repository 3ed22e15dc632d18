import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerBody } from '../setup/client.js';
import { assistant } from '../setup/mcp.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { previewOf } from '../setup/preview.js';
import { readPage } from '../setup/read-page.js';
import { expectAccepted } from '../setup/refusal.js';
import { released } from '../setup/released.js';
import { toolCall } from '../setup/rpc.js';
import { sql } from '../setup/sql.js';
import { Cli } from '../setup/cli.js';
import { filesIn, folderOf } from '../operator/folder.js';

/** A locale and a tag that no other test uses. */
const LOCALE = 'fo';
const TAG = 'superseded-tag';
const NOTICE = 'See <b>the new figures</b> & “شكرا”.';
const AT = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;

let desk: SharedDesk;
let mcp: Awaited<ReturnType<typeof assistant>>;
beforeAll(async () => {
  desk = await sharedDesk();
  mcp = await assistant(desk.url, desk.key, 'modern');
});
afterAll(() => mcp.close());

const run = <T = object>(...words: string[]): Promise<T> => operator<T>(desk.databaseUrl, ...words);
const supersede = (old: AnswerBody, by: AnswerBody) =>
  run('publications', 'supersede', old.id, by.id);
const withdraw = ({ id }: AnswerBody, ...more: string[]) =>
  run<{ places: object[] }>('publications', 'withdraw', id, '--reason', 'a secret', ...more);
const erase = ({ id }: AnswerBody) => run('publications', 'erase', id, '--reason', 'a request');
const publish = async ({ id }: AnswerBody, expectedVersion = 1) =>
  expectAccepted(await desk.api.publish(id, { expectedVersion }, LONG_WAIT), 202);

let made = 0;
/** Releases a document, to which an address without a document leads. */
async function document(): Promise<AnswerBody> {
  made += 1;
  const title = `Zorblatt ${made}`;
  const one = await released(desk.api, { locale: LOCALE, tags: [TAG], title });
  await run('redirects', 'add', aliasOf(one), one.id);
  return one;
}
const aliasOf = ({ slug }: AnswerBody): string => `/before/${slug}`;
const pathOf = ({ slug }: AnswerBody, rest = ''): string => `/${LOCALE}/${slug}${rest}`;

const get = (path: string) => fetch(desk.url + path, { redirect: 'manual' });
/** The status at an address and, if it leads elsewhere, where it leads. */
async function at(path: string): Promise<string> {
  const { status, headers } = await get(path);
  return `${status} ${headers.get('Location') ?? ''}`.trim();
}
const LISTS = [
  `/${LOCALE}`,
  `/${LOCALE}/new`,
  `/tags/${TAG}`,
  `/${LOCALE}/feed.xml`,
  '/sitemap-0.xml',
];

const preview = async ({ id }: AnswerBody) =>
  (await fetch((await previewOf(desk.api, id)).url)).text();

/** What readers and programs find of a document. */
async function found(one: AnswerBody): Promise<object> {
  const texts = await Promise.all(LISTS.map(async (path) => (await get(path)).text()));
  const search = await get(`/search.json?q=Zorblatt&locale=${LOCALE}`);
  const { hits } = (await search.json()) as { hits: { slug: string }[] };
  const read = await mcp.call('get_publication', { id: one.id });
  const list = await mcp.call('list_publications', { slug: one.slug, locale: LOCALE });
  const http = await desk.api.read(one.id);
  const [item] = list.body.items as (AnswerBody | undefined)[];
  const told = [read.body.withdrawn, http.body.withdrawn].map((known) => known ?? null);
  expect(told[1]).toEqual(told[0]);
  expect(item?.withdrawn ?? null).toEqual(told[0]);
  return {
    page: await at(pathOf(one)),
    markdown: await at(pathOf(one, '.md')),
    alias: await at(aliasOf(one)),
    lists: [
      ...texts.map((text) => text.includes(`${pathOf(one)}<`) || text.includes(`${pathOf(one)}"`)),
      hits.some(({ slug }) => slug === one.slug),
    ],
    versions: [
      await at(pathOf(one, '/versions')),
      await at(pathOf(one, '@1')),
      await at(pathOf(one, '@1.jws')),
    ],
    withdrawn: told[0],
  };
}

const ALL = Array.from({ length: LISTS.length + 1 }, () => true);
const NONE = ALL.map(() => false);
const VERSIONS = ['200', '200', '200'];
const PUBLIC = (one: AnswerBody) => ({
  page: '200',
  markdown: '200',
  alias: `301 ${pathOf(one)}`,
  lists: ALL,
  versions: VERSIONS,
  withdrawn: null,
});
const LEADS = (to: AnswerBody) => ({
  page: `301 ${pathOf(to)}`,
  markdown: `301 ${pathOf(to, '.md')}`,
  alias: `301 ${pathOf(to)}`,
  lists: NONE,
  versions: VERSIONS,
  withdrawn: { at: AT, supersededBy: to.id },
});
const GONE = (withdrawn: object | null, versions = ['410', '410', '410']) => ({
  page: '410',
  markdown: '410',
  alias: '410',
  lists: NONE,
  versions,
  withdrawn,
});

describe('publications withdraw with a notice', () => {
  it('[9.withdrawn-notice] [9.redirects] [2.withdrawn] [9.preview-withdrawn] shows it to readers, in previews and to the account, until the document is public again', async () => {
    const one = await document();
    expect(await found(one)).toEqual(PUBLIC(one));
    await withdraw(one, '--notice', NOTICE);
    expect(await found(one)).toEqual(GONE({ at: AT, notice: NOTICE }));
    for (const path of [
      ...['', '.md', '@1', '/versions'].map((rest) => pathOf(one, rest)),
      aliasOf(one),
    ]) {
      const text = await (await get(path)).text();
      expect(text).toMatch(/<p lang="fo" dir="auto">See &lt;b&gt;.* &amp; “شكرا”\.<\/p>/);
      expect(text).not.toContain('a secret');
    }
    expect(await preview(one)).toMatch(/told: <q lang="fo" dir="auto">See &lt;b&gt;/);
    await withdraw(one);
    expect(await found(one)).toEqual(GONE({ at: AT }));
    expect(await preview(one)).not.toContain('told: <q');
    await publish(one);
    expect(await found(one)).toEqual(PUBLIC(one));
  });

  it('[9.withdrawn-notice] is refused if the document was never public, for nobody would read it', async () => {
    const { id } = expectAccepted(await desk.api.create(newDocument()), 201);
    await sql(
      desk.databaseUrl,
      `INSERT INTO release (publication_id, account_id, requested_version, requested_at, in_flight, attempts, fencing_token) VALUES ($1, $2, 1, now(), true, 0, 1)`,
      [id, desk.accountId],
    );
    const told = run('publications', 'withdraw', id, '--reason', 'r', '--notice', 'n');
    await expect(told).rejects.toThrow('was never public');
    expect((await desk.api.read(id)).body).toMatchObject({ state: 'publishing' });
    await run('publications', 'withdraw', id, '--reason', 'r');
  });

  it('[15.erase-everywhere] leaves nothing of the notice after an erasure', async () => {
    const one = await document();
    await withdraw(one, '--notice', NOTICE);
    await erase(one);
    expect(await (await get(pathOf(one))).text()).not.toContain('figures');
    const left = await sql(
      desk.databaseUrl,
      `SELECT notice FROM page WHERE publication_id = $1 AND notice IS NOT NULL
       UNION ALL SELECT details::text FROM operator_action WHERE details ->> 'publicationId' = $1::text AND details ? 'notice'`,
      [one.id],
    );
    expect(left).toEqual([]);
  });
});

describe('publications supersede', () => {
  it('[9.superseded] [9.preview-withdrawn] leads readers to the new document while it is public, and lists only that one', async () => {
    const [old, by] = [await document(), await document()];
    expect(await supersede(old, by)).toMatchObject({
      id: old.id,
      supersededBy: { id: by.id },
      places: [],
    });
    expect(await found(old)).toEqual(LEADS(by));
    expect(await found(by)).toEqual(PUBLIC(by));
    const previewed = await preview(old);
    expect(previewed).toContain('not public; another document took the place of this one on 20');
    expect(previewed).toContain(`<a href="${pathOf(old)}">The document in its place</a>`);
    expect(await (await get(pathOf(old, '@1'))).text()).toContain('class="outdated"');
    const asked = await fetch(`${desk.url}/mcp/public`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2025-06-18' },
      body: JSON.stringify(toolCall('read_document', { url: pathOf(old) })),
    });
    expect(await asked.text()).toContain(pathOf(by, '@1'));
    await withdraw(by);
    expect(await found(old)).toEqual(GONE({ at: AT, supersededBy: by.id }, VERSIONS));
    await publish(by);
    expect(await found(old)).toEqual(LEADS(by));
    await publish(old);
    expect(await found(old)).toEqual(PUBLIC(old));
    expect(await found(by)).toEqual({ ...PUBLIC(by), versions: ['200', '200', '200'] });
  });

  it('[9.superseded] leads over several documents straight to the last one, and over an erased one too', async () => {
    const [first, second, third] = [await document(), await document(), await document()];
    await supersede(first, second);
    await supersede(second, third);
    expect(await found(first)).toEqual(LEADS(third));
    expect(await found(second)).toEqual(LEADS(third));
    await erase(second);
    expect(await at(pathOf(second))).toBe('410');
    expect(await at(pathOf(second, '@1'))).toBe('410');
    expect(await at(aliasOf(second))).toBe('404');
    expect(await found(first)).toEqual(LEADS(third));
    await erase(third);
    expect(await found(first)).toEqual(GONE({ at: AT, supersededBy: third.id }, VERSIONS));
    await withdraw(first, '--notice', NOTICE);
    expect(await found(first)).toEqual(GONE({ at: AT, notice: NOTICE }));
  });

  it('[15.version-list] keeps the list of its versions, under the newest title that is left, also after an erasure; no version that was released again is withdrawn', async () => {
    const [old, by] = [await document(), await document()];
    const list = async () => {
      const page = await readPage(desk.url + pathOf(old, '/versions'));
      return { status: page.status, title: page.text('h1'), versions: page.text('ol') };
    };
    await supersede(old, by);
    await publish(old);
    const again = await list();
    expect(again.title).toBe(`All versions ${old.title}`);
    expect(again.versions).toMatch(/^Version 1 .* Version 1 Signed record: SHA-256 [0-9a-f]{64}$/);
    const update = { expectedVersion: 1, title: 'Zorblatt again' };
    expectAccepted(await desk.api.update(old.id, update), 200);
    await publish(old, 2);
    expectAccepted(await desk.api.update(old.id, { expectedVersion: 2, title: 'A draft' }), 200);
    await supersede(old, by);
    for (const [version, title] of [
      ['2', old.title],
      ['1', old.slug],
    ] as const) {
      await run('publications', 'erase', old.id, '--version', version, '--reason', 'a request');
      expect(await list()).toMatchObject({ status: 200, title: `All versions ${title}` });
    }
  });

  it('[10.supersede] is refused for circles, foreign, unknown and unreleased documents, and changes nothing then', async () => {
    const [old, by] = [await document(), await document()];
    const draft = expectAccepted(await desk.api.create(newDocument()), 201);
    const foreign = await released((await desk.caller()).api);
    const unknown = { id: crypto.randomUUID() } as AnswerBody;
    for (const [one, other, said] of [
      [old, old, 'cannot take its own place'],
      [old, draft, 'is not public'],
      [draft, by, 'was never public'],
      [old, foreign, 'not of one account'],
      [old, unknown, 'no publication'],
    ] as const) {
      await expect(supersede(one, other)).rejects.toThrow(said);
    }
    expect(await found(old)).toEqual(PUBLIC(old));
    await supersede(old, by);
    await expect(supersede(by, old)).rejects.toThrow('redirect to each other');
    await expect(supersede(await document(), old)).rejects.toThrow(`publication ${by.id}: give`);
    const both = await Promise.allSettled([supersede(by, foreign), publish(old)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    const ways = await Promise.allSettled([supersede(old, by), supersede(by, old)]);
    expect(ways.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('[10.supersede] hands the place of a menu or start page over; a withdrawal says which places stay empty', async () => {
    const [old, by] = [await document(), await document()];
    const set = (kind: string) => run('site', `set-${kind}`, old.id, '--locale', LOCALE);
    await Promise.all(['menu', 'home'].map(set));
    expect(await supersede(old, by)).toMatchObject({ places: [] });
    expect(await (await get(`/${LOCALE}`)).text()).toContain(`href="http`);
    const places = [
      { kind: 'home', locale: LOCALE },
      { kind: 'menu', locale: LOCALE },
    ];
    expect(await withdraw(by)).toMatchObject({ places });
    await erase(by);
    await expect(run('site', 'unset-home', '--locale', LOCALE)).rejects.toThrow('has no home');
  });

  it('[10.export-site] [15.verify-url] is exported as an alias, and verifies at the address it leads to', async () => {
    const [old, by] = [await document(), await document()];
    await supersede(old, by);
    const cli = new Cli({ DATABASE_URL: desk.databaseUrl, PUBLIC_BASE_URL: desk.url });
    const root = await folderOf();
    const account = ['--account', desk.accountId];
    await cli.json('publications', 'export', root, ...account);
    const file = (await filesIn(root))[`${LOCALE}/${by.slug}.md`]!;
    for (const alias of [pathOf(old), aliasOf(old), aliasOf(by)]) expect(file).toContain(alias);
    const again = await cli.json<object>('publications', 'import', root, ...account);
    expect(again).toMatchObject({ created: 0, updated: 0, faults: [] });
    const moved = await cli.run('verify', desk.url + pathOf(old));
    expect(moved.stderr).toContain(`redirects to ${pathOf(by, '.md')}: verify that address`);
    expect((await cli.run('verify', `${desk.url}${pathOf(old, '@1')}`)).status).toBe(0);
  });
});
