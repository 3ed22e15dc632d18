import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { Cli } from '../setup/cli.js';
import { openDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const OLD = '<p onclick="x()">As it was rendered</p>';

const desk = await openDesk();
afterAll(() => desk.close());

/** Releases a document, and replaces its page by a page of an older renderer. */
async function releasedLongAgo(): Promise<{ readonly id: string; readonly path: string }> {
  const slug = `old-${randomUUID()}`;
  const document = newDocument({ locale: 'sw', slug, content: '# One\n\nText.\n' });
  const { id } = expectAccepted(await desk.api.create(document), 201);
  expectAccepted(await desk.api.publish(id, { expectedVersion: 1 }, LONG_WAIT), 202);
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
