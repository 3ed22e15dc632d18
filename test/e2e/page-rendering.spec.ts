import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { Cli } from '../setup/cli.js';
import { openDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
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

const stored = (id: string) =>
  sql<{ html: string }>(
    desk.databaseUrl,
    `SELECT html, version, first_published_at, published_at FROM released_version WHERE publication_id = $1`,
    [id],
  );

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

  it('[10.reindex-render] is rendered again by `publications reindex --render`, with the same version and dates', async () => {
    const { id } = await releasedLongAgo();
    const [{ html: _old, ...before }] = (await stored(id)) as [{ html: string }];
    const cli = new Cli({ DATABASE_URL: desk.databaseUrl });
    expect(await cli.run('publications', 'reindex', '--render')).toMatchObject({ status: 0 });
    const [{ html, ...after }] = (await stored(id)) as [{ html: string }];
    expect(html).toContain('<h2 id="s-one">One<');
    expect(after).toEqual(before);
  });
});

describe('rendering', () => {
  it('[9.rendered-once] is done at release: a reader gets the stored HTML', async () => {
    const { id, url } = await created('Some *text*.');
    expectAccepted(await desk.api.publish(id, { expectedVersion: 1 }, WAIT), 202);
    expect(await (await fetch(url)).text()).toContain('<p>Some <em>text</em>.</p>');

    await sql(desk.databaseUrl, `UPDATE revision SET content = 'Other *text*.'`);
    expect(await (await fetch(url)).text()).toContain('<p>Some <em>text</em>.</p>');
    expect(await (await fetch(`${url}.md`)).text()).toContain('Other *text*.');

    await sql(desk.databaseUrl, `UPDATE released_version SET html = '<p>Stored.</p>'`);
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
