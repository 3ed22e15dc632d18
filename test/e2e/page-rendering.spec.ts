import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { Cli } from '../setup/cli.js';
import { openDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { released, releasedVersions } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const desk = await openDesk();
afterAll(() => desk.close());

const created = async (content: string) =>
  expectAccepted(await desk.api.create(newDocument({ content })), 201);

const OLD = '<p onclick="x()">As it was rendered</p>';

/** Releases a document, and replaces its page by a page of an older renderer. */
async function releasedLongAgo(): Promise<{ readonly id: string; readonly path: string }> {
  const slug = `old-${randomUUID()}`;
  const document = newDocument({ locale: 'sw', slug, content: '# One\n\nText.\n' });
  const { id } = expectAccepted(await desk.api.create(document), 201);
  expectAccepted(await desk.api.publish(id, { expectedVersion: 1 }, WAIT), 202);
  await sql(
    desk.databaseUrl,
    `UPDATE released_version SET html = $2, renderer = 0 WHERE publication_id = $1`,
    [id, OLD],
  );
  return { id, path: `/sw/${slug}` };
}

const textAt = async (path: string): Promise<string> => (await fetch(desk.url + path)).text();

/** The row of a released version: all of its facts, and its HTML. */
const stored = async (id: string) =>
  (
    await sql<{ html: string; facts: object }>(
      desk.databaseUrl,
      `SELECT html, to_jsonb(v) - '{html,headings,renderer}'::text[] AS facts FROM released_version v
        WHERE publication_id = $1`,
      [id],
    )
  )[0]!;

describe('a page that an older renderer made', () => {
  it('[9.rendered-anew] is rendered again when it is read, and its old HTML is in no feed', async () => {
    const { path } = await releasedLongAgo();
    const page = await textAt(path);
    expect(page).toContain('<h2 id="s-one">One<');
    expect(page).not.toContain('As it was rendered');
    const feed = await textAt('/sw/feed.xml');
    expect(feed).toContain(path);
    expect(feed).not.toContain('As it was rendered');
  });

  it('[10.reindex-render] [9.feed-content] is rendered again by `publications reindex --render`, with the same version, dates and decision, and its text is in feeds again', async () => {
    const { id, path } = await releasedLongAgo();
    const entryOf = async () =>
      (await textAt('/sw/feed.xml')).split('<entry').find((entry) => entry.includes(`${path}"`));
    expect(await entryOf()).not.toContain('<content');
    const { facts } = await stored(id);
    const cli = new Cli({ DATABASE_URL: desk.databaseUrl });
    expect(await cli.run('publications', 'reindex', '--render')).toMatchObject({ status: 0 });
    const after = await stored(id);
    expect(after.html).toContain('<h2 id="s-one">One<');
    expect(after.facts).toEqual(facts);
    expect(await entryOf()).toContain('<content type="html">&lt;h2');
  });
});

describe('rendering', () => {
  it('[9.rendered-once] is done at release: a reader gets the stored HTML', async () => {
    const { id, url } = await created('Some *text*.');
    expectAccepted(await desk.api.publish(id, { expectedVersion: 1 }, WAIT), 202);
    expect(await (await fetch(url)).text()).toContain('<p>Some <em>text</em>.</p>');

    const other = `UPDATE revision SET content = 'Other *text*.' WHERE publication_id = $1`;
    await sql(desk.databaseUrl, other, [id]);
    expect(await (await fetch(url)).text()).toContain('<p>Some <em>text</em>.</p>');
    expect(await (await fetch(`${url}.md`)).text()).toContain('Other *text*.');

    const html = `UPDATE released_version SET html = '<p>Stored.</p>' WHERE publication_id = $1`;
    await sql(desk.databaseUrl, html, [id]);
    expect(await (await fetch(url)).text()).toContain('<p>Stored.</p>');
  });

  it('[9.never-stalls-api] does not block the API', async () => {
    // This document takes long to render.
    const { id } = await created(`> > > - [ ] ${'a '.repeat(20)}\n`.repeat(3_500));
    let ended = false;
    const release = desk.api
      .publish(id, { expectedVersion: 1 }, WAIT)
      .finally(() => (ended = true));

    const began = performance.now();
    let [last, longestSilence] = [began, 0];
    while (!ended) {
      expectAccepted(await desk.api.read(id), 200);
      await sleep(10);
      const now = performance.now();
      longestSilence = Math.max(longestSilence, now - last);
      last = now;
    }
    // If rendering blocked the API, the longest silence would last as long as the rendering.
    expect(longestSilence).toBeLessThan((last - began) / 2);
    expect(expectAccepted(await release, 202)).toMatchObject({ state: 'published' });
  });
});

/** Returns the hash of a file, without the banner that says whether a newer version is public. */
const lastingBytesOf = async (address: string): Promise<string> =>
  createHash('sha256')
    .update(
      (await (await fetch(address)).text()).replace(/<section class="preview"[^]*?<\/section>/, ''),
    )
    .digest('hex');

describe('a version', () => {
  it('[15.version-bytes] has the same bytes, except the banner of its page, after further releases and after all pages were rendered again', async () => {
    const { id, url } = await releasedVersions(desk, 3);
    const addresses = [`${url}@3`, `${url}@3.md`, `${url}@3.jws`, `${url}@1`];
    const before = await Promise.all(addresses.map(lastingBytesOf));
    for (let version = 4; version <= 8; version += 1) {
      const change = { content: `Text ${version}.` };
      expectAccepted(await desk.api.update(id, { expectedVersion: version - 1, ...change }), 200);
      expectAccepted(await desk.api.publish(id, { expectedVersion: version }, WAIT), 202);
    }
    await new Cli({ DATABASE_URL: desk.databaseUrl }).run('publications', 'reindex', '--render');
    expect(await Promise.all(addresses.map(lastingBytesOf))).toEqual(before);
    const records = await sql(
      desk.databaseUrl,
      'SELECT count(*)::integer FROM signed_record WHERE publication_id = $1',
      [id],
    );
    expect(records).toEqual([{ count: 8 }]);
  });
});

const SECRETS = {
  title: 'Xylotitle',
  content: 'Xylotext',
  description: 'Xylodescription',
  tags: ['xylotag'],
  sources: ['https://xylosource.example/'],
  author: { kind: 'ai', name: 'Xyloname' },
};

/** Every address of the site that could show the document with this slug. */
const addresses = (slug: string): string[] => [
  '/',
  '/en',
  '/ko',
  `/en/${slug}`,
  `/en/${slug}.md`,
  `/en/${slug}/`,
  `/ko/${slug}`,
  `/ko/${slug}.md`,
  ...Object.values(SECRETS)
    .flat()
    .map((secret) => encodeURIComponent(typeof secret === 'string' ? secret : secret.name))
    .flatMap((word) => [`/search?q=${word}`, `/search.json?q=${word}`]),
  '/search.json?q=xylo',
  `/search.json?q=${slug}`,
  '/tags/xylotag',
  '/feed.xml',
  '/en/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
];

/** Returns status, body, and all headers except the date. */
async function seen(path: string): Promise<object> {
  const response = await fetch(desk.url + path, {
    redirect: 'manual',
    headers: { 'X-Request-Id': 'the-same' },
  });
  const headers = Object.fromEntries(response.headers);
  delete headers['date'];
  return { path, status: response.status, headers, body: await response.text() };
}

const allSeen = async (slug: string): Promise<object[]> => {
  const answers: object[] = [];
  for (const path of addresses(slug)) answers.push(await seen(path));
  return answers;
};

describe('the public site', () => {
  it('[9.only-released] gives the same bytes as if drafts did not exist', async () => {
    const slug = 'xylo';
    const shown = await released(desk.api, { slug, locale: 'ko', title: 'Shown' });
    const before = await allSeen(slug);

    for (const intent of ['draft', 'review']) {
      const locale = intent === 'draft' ? 'en' : 'ja';
      expectAccepted(await desk.api.create(newDocument({ slug, locale, intent, ...SECRETS })), 201);
    }
    expectAccepted(await desk.api.update(shown.id, { expectedVersion: 1, ...SECRETS }), 200);
    expect(await allSeen(slug)).toEqual(before);
  });
});
