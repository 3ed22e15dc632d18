import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { readToken, writeToken } from '../../src/previews/preview-token.js';
import type { PublicationPreviewDto } from '../../src/publications/dto/publication-view.dto.js';
import { booksOf } from '../setup/books.js';
import { type AnswerBody, client } from '../setup/client.js';
import { openDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { operator } from '../setup/operator.js';
import { articleIn, previewOf } from '../setup/preview.js';
import { readPage } from '../setup/read-page.js';
import { released } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

const HOUR = 3_600_000;
/** Content that is nested too deeply to be rendered. */
const UNRENDERABLE = `${'>'.repeat(10_000)} a`;

const desk = await openDesk({ LOG_LEVEL: 'trace' });
/** A second service on the same database. Its preview addresses expire after 1 h. */
const other = await startService({
  databaseUrl: desk.databaseUrl,
  env: { ROLE: 'api', PREVIEW_TTL_HOURS: '1', LOG_LEVEL: 'trace' },
});
afterAll(async () => {
  await other.stop();
  await desk.close();
});

const created = async (changes: object = {}): Promise<AnswerBody> =>
  expectAccepted(await desk.api.create(newDocument({ ...changes })), 201);

const tokenOf = ({ url }: PublicationPreviewDto): string => new URL(url).pathname.split('/')[2]!;

/** Returns status, body, and all headers except the date. */
async function answer(address: string, method = 'GET'): Promise<unknown> {
  const response = await fetch(address, { method, headers: { 'X-Request-Id': 'same' } });
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  return { status: response.status, headers, body: await response.text() };
}

const statusOf = async (address: string): Promise<number> => (await fetch(address)).status;

describe('the view preview', () => {
  it.each([
    ['24 hours', desk.url, 24],
    ['PREVIEW_TTL_HOURS', other.url, 1],
  ])(
    '[4.view-preview] [11.preview-ttl] gives an address that shows the working revision and expires after %s',
    async (_end, origin, hours) => {
      const { id } = await created();
      const { url, revision, expiresAt } = await previewOf(client(origin, desk.key), id);
      expect(url).toMatch(new RegExp(`^${origin}/preview/[\\w-]{60}$`));
      expect(revision).toBe(1);
      const left = (Date.parse(expiresAt) - Date.now()) / HOUR;
      expect(left).toBeGreaterThan(hours - 0.1);
      expect(left).toBeLessThanOrEqual(hours);
      expect(await statusOf(url)).toBe(200);
    },
  );

  it('[4.view-preview] shows the named revision, even after a later update', async () => {
    const { id } = await created({ title: 'First' });
    expectAccepted(await desk.api.update(id, { expectedVersion: 1, title: 'Second' }), 200);
    const [first, second] = [await previewOf(desk.api, id, 1), await previewOf(desk.api, id)];
    expectAccepted(await desk.api.update(id, { expectedVersion: 2, title: 'Third' }), 200);
    expect([first.revision, second.revision]).toEqual([1, 2]);
    expect((await readPage(first.url)).text('h1')).toBe('First');
    expect((await readPage(second.url)).text('h1')).toBe('Second');
  });

  it('[4.view-preview] is the same at the MCP interface', async () => {
    const { id } = await created({ title: 'By MCP' });
    const someone = await assistant(desk.url, desk.key, 'auto');
    const { body } = await someone.call('get_publication', { id, view: 'preview' });
    const { preview } = body as unknown as { preview: PublicationPreviewDto };
    expect(Object.keys(preview)).toEqual(['url', 'revision', 'expiresAt']);
    expect((await readPage(preview.url)).text('h1')).toBe('By MCP');
    expect(body).not.toHaveProperty('content');
    const unknown = await someone.call('get_publication', { id, view: 'preview', revision: 2 });
    expect(unknown.body.code).toBe('not_found');
    await someone.close();
  });

  it('[4.view-preview] is answered 404 for a revision that never existed, and to another account', async () => {
    const { id } = await created();
    const stranger = await desk.caller();
    for (const [api, query] of [
      [desk.api, 'view=preview&revision=2'],
      [desk.api, 'view=preview&revision=999999999'],
      [stranger.api, 'view=preview'],
      [stranger.api, 'view=preview&revision=1'],
    ] as const) {
      const { status, body } = await api.request('GET', `/api/v1/publications/${id}?${query}`);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  });

  it('[9.preview-nowhere] costs no unit, and writes nothing', async () => {
    const { id } = await released(desk.api);
    const before = await booksOf(desk.databaseUrl, desk.accountId);
    const { url } = await previewOf(desk.api, id);
    expect([await statusOf(url), await statusOf(`${url}/changes`)]).toEqual([200, 200]);
    expect(await booksOf(desk.databaseUrl, desk.accountId)).toEqual(before);
  });
});

describe('the page of a preview', () => {
  it('[9.preview] says which revision it shows, and whether this revision is public', async () => {
    const { id } = await created();
    const { url } = await previewOf(desk.api, id);
    const banner = async (): Promise<string> => (await readPage(url)).text('strong');
    expect(await banner()).toBe('Revision 1, not public; nothing is released.');
    expectAccepted(await desk.api.publish(id, { expectedVersion: 1 }, WAIT), 202);
    expect(await banner()).toBe('Revision 1 is public.');
    expectAccepted(await desk.api.update(id, { expectedVersion: 1, title: 'Newer' }), 200);
    expectAccepted(await desk.api.publish(id, { expectedVersion: 2 }, WAIT), 202);
    expect(await banner()).toBe('Revision 1, not public; revision 2 is released.');
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a test');
    expect(await banner()).toMatch(
      /^Revision 1, not public; an operator withdrew the document on /,
    );
  });

  it('[9.preview] shows what readers will see: text, author, tags, sources, and the mark of an AI author', async () => {
    const { id } = await created({
      title: 'A page to come',
      description: 'What it is about.',
      content: '## A heading\n\nSome *text*.',
      tags: ['autumn'],
      sources: ['https://example.org/figures'],
      author: { kind: 'ai', name: 'A machine' },
    });
    const page = await readPage((await previewOf(desk.api, id)).url);
    expect(page.text('h1')).toBe('A page to come');
    expect(page.text('p.description')).toBe('What it is about.');
    expect(page.text('h2')).toBe('A heading');
    expect(page.text('span.machine')).toBe('Written by AI');
    expect(page.text('footer')).toContain('Publisher Someone');
    expect(page.text('ul.tags')).toBe('autumn');
    expect(page.text('section.sources')).toContain('https://example.org/figures');
    expect(page.meta('digital-source-type')).toEqual(['trainedAlgorithmicMedia']);
    expect(page.meta('robots')).toEqual(['noindex']);
    expect(page.all('script')).toEqual([]);
    expect(page.links('canonical')).toEqual([]);
  });

  it('[9.preview] [9.preview-article] has the article that the release shows, byte for byte, and describes itself in its head as the page will', async () => {
    const content = '# On `code`\n\nA footnote[^1], $a^2$ and <kbd>K</kbd>.\n\n[^1]: Note.\n';
    const { id } = await created({ title: 'On code', content, tags: ['a', 'b'] });
    const preview = await readPage((await previewOf(desk.api, id)).url);
    const { url } = expectAccepted(await desk.api.publish(id, { expectedVersion: 1 }, WAIT), 202);
    const page = await readPage(url);
    expect(articleIn(preview.html)).toContain('<math');
    expect(articleIn(preview.html)).toBe(articleIn(page.html));
    expect(preview.meta('description')).toEqual([expect.stringContaining('A footnote')]);
    for (const name of ['description', 'author', 'digital-source-type']) {
      expect(preview.meta(name)).toEqual(page.meta(name));
    }
  });

  it('[9.preview-fault] is answered 422 if the revision cannot be rendered; the page of its changes is answered 200', async () => {
    const { id } = await released(desk.api, { content: 'Fine.' });
    expectAccepted(await desk.api.update(id, { expectedVersion: 1, content: UNRENDERABLE }), 200);
    const { url } = await previewOf(desk.api, id);
    const page = await readPage(url);
    expect(page.status).toBe(422);
    expect(page.text('h1')).toBe('This revision cannot be shown');
    expect(page.text('div.message')).toContain('nested too deeply');
    expect(page.text('strong')).toBe('Revision 2, not public; revision 1 is released.');
    expect(await statusOf(`${url}/changes`)).toBe(200);
  });
});

describe('the page of the changes of a preview', () => {
  it('[9.preview-changes] lists the places that differ, and shows the changed fields and the article with its changes marked', async () => {
    const { id } = await released(desk.api, {
      title: 'Prices',
      tags: ['money', 'old'],
      content: 'The price is 10 euros.\n\nNothing else.\n',
      author: { kind: 'person', name: 'Ada' },
    });
    expectAccepted(
      await desk.api.update(id, {
        expectedVersion: 1,
        title: 'Prices of <autumn>',
        tags: ['money', 'new'],
        content: 'The price is 11 euros.\n\nNothing else.\n',
        author: { kind: 'ai', name: 'Ada' },
        changeNote: 'New figures',
      }),
      200,
    );
    const page = await readPage(`${(await previewOf(desk.api, id)).url}/changes`);
    expect(page.text('h1')).toBe('Changes in Prices of <autumn>');
    expect(page.all('p').map(({ text }) => text)).toContain('Why: New figures');
    expect(page.all('p').map(({ text }) => text)).toContain('5 places differ from what is public.');
    expect(page.all('dt').map(({ text }) => text)).toEqual(['Title', 'Tags', 'Author']);
    expect(page.text('ol.places')).toMatch(
      /^The price is \[deleted: 10\] → \[inserted: 11\] euros\. number/,
    );
    expect(page.text('div.content')).toMatch(
      /^The price is \[deleted: 10\]\[inserted: 11\]↓ euros\.\s*Nothing else\.$/,
    );
    expect(page.all('script')).toEqual([]);
    expect(page.meta('robots')).toEqual(['noindex']);
  });

  it('[9.preview-changes] says that nothing is public yet, or that nothing differs from the public revision', async () => {
    const draft = await created({ content: 'A first text.\n\n'.repeat(9) });
    const all = await readPage(`${(await previewOf(desk.api, draft.id)).url}/changes`);
    expect(all.all('p').map(({ text }) => text)).toContain(
      'Nothing of this document is public yet: all of it is new.',
    );
    expect([...all.all('ins'), ...all.all('del'), ...all.all('summary')]).toEqual([]);
    const same = await released(desk.api);
    const none = await readPage(`${(await previewOf(desk.api, same.id)).url}/changes`);
    expect(none.all('p').map(({ text }) => text)).toContain('Readers would see no difference.');
  });
});

describe('the address of a preview', () => {
  it('[9.preview-headers] has answers, to GET and to HEAD, that forbid caching, indexing and referrers', async () => {
    const { id } = await created();
    const broken = await created({ content: UNRENDERABLE });
    const { url } = await previewOf(desk.api, id);
    const csp = (await fetch(`${desk.url}/en/nothing`)).headers.get('content-security-policy');
    for (const [address, status] of [
      [url, 200],
      [`${url}/changes`, 200],
      [(await previewOf(desk.api, broken.id)).url, 422],
      [`${desk.url}/preview/nothing`, 404],
    ] as const) {
      const [got, headed] = [await fetch(address), await fetch(address, { method: 'HEAD' })];
      for (const { status: seen, headers } of [got, headed]) {
        expect(seen).toBe(status);
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('x-robots-tag')).toBe('noindex');
        expect(headers.get('referrer-policy')).toBe('no-referrer');
        expect(headers.get('content-security-policy')).toBe(csp);
        expect(headers.get('set-cookie')).toBeNull();
        expect(headers.get('etag')).toBeNull();
      }
      expect(await headed.text()).toBe('');
      expect(headed.headers.get('content-length')).toBe(got.headers.get('content-length'));
    }
    const { status, headers } = await fetch(url, { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('[9.preview-one-404] gets the same 404 for every kind of fault', async () => {
    const { id } = await created();
    const good = await previewOf(desk.api, id);
    const token = tokenOf(good);
    const [{ secret }] = (await sql(desk.databaseUrl, 'SELECT secret FROM preview_secret')) as [
      { secret: Buffer },
    ];
    const now = Math.floor(Date.now() / 1_000);
    const claim = { publicationId: id, revision: 1, end: now + 60 };
    const { mac } = readToken(token);
    const elsewhere = readToken(tokenOf(await previewOf(desk.api, (await created()).id)));
    const stranger = await desk.caller();
    const suspended = expectAccepted(await stranger.api.create(newDocument()), 201);
    const theirs = await previewOf(stranger.api, suspended.id);
    expect([await statusOf(theirs.url), await statusOf(good.url)]).toEqual([200, 200]);
    await operator(desk.databaseUrl, 'accounts', 'suspend', stranger.accountId);
    // First, a token that this test signs correctly is accepted. Each token below therefore fails for the reason in its
    // name.
    expect(await statusOf(`${desk.url}/preview/${writeToken(claim, secret)}`)).toBe(200);
    const wrong = {
      truncated: token.slice(0, -1),
      longer: `${token}A`,
      changed: token.slice(0, 40) + (token[40] === 'A' ? 'B' : 'A') + token.slice(41),
      'of another publication': Buffer.concat([elsewhere.claim, mac]).toString('base64url'),
      'with another secret': writeToken(claim, Buffer.alloc(32)),
      ended: writeToken({ ...claim, end: now - 1 }, secret),
      'of a revision that was never made': writeToken({ ...claim, revision: 2 }, secret),
      'of a publication that was never made': writeToken(
        { ...claim, publicationId: crypto.randomUUID() },
        secret,
      ),
      'of a suspended account': tokenOf(theirs),
      unknown: 'nothing',
      'not a word': '%20',
      'in another script': encodeURIComponent('문서'),
      'without end': '%E0%A4%A',
    };
    for (const path of ['', '/changes']) {
      const nothing = await answer(`${desk.url}/preview/x${path}`);
      expect(nothing).toMatchObject({ status: 404 });
      for (const [what, text] of Object.entries(wrong)) {
        const seen = await answer(`${desk.url}/preview/${text}${path}`);
        expect({ what, seen }).toEqual({ what, seen: nothing });
      }
    }
    const nothing = await answer(`${desk.url}/preview/x`);
    for (const path of [
      '',
      '/',
      '/%zz',
      '/%zz/',
      '/%zz/changes',
      `/${token}/`,
      `/${token}//`,
      `/${token}/%zz`,
      `/${token}/more`,
      `/${token}/changes/`,
      `/${token}/changes/x`,
      `/${token}%2F`,
    ]) {
      const seen = await answer(`${desk.url}/preview${path}`);
      expect({ path, seen }).toEqual({ path, seen: nothing });
    }
    await operator(desk.databaseUrl, 'accounts', 'resume', stranger.accountId);
    expect(await statusOf(theirs.url)).toBe(200);
  });

  it('[9.preview-nowhere] appears in no log and no metric, whether its path is valid or not', async () => {
    const { id } = await created();
    const token = tokenOf(await previewOf(desk.api, id));
    const paths = [token, `${token}/changes`, `${token}x`, `${token}/more`, `${token}/changes/x`];
    for (const path of [...paths.map((rest) => `preview/${rest}`), `en/${token}`]) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        await fetch(`${other.url}/${path}`, { method });
      }
    }
    while (!other.output().includes('GET /:locale/:slug 404')) await sleep(10);
    expect(other.output()).toContain('GET /preview/:token 200');
    expect(other.output() + other.complaints()).not.toContain(token);
    const metrics = await (await fetch(`${other.metricsUrl}/metrics`)).text();
    expect(metrics).toContain('route="/preview/:token/changes"');
    expect(metrics).not.toContain(token);
  });
});

describe('the command', () => {
  it('[10.publications-preview] `publications preview` prints the address of any revision', async () => {
    const { id } = await created({ title: 'First' });
    expectAccepted(await desk.api.update(id, { expectedVersion: 1, title: 'Second' }), 200);
    const command = ['publications', 'preview', id];
    const at = async (...words: string[]): Promise<string> => {
      const { url } = await operator<PublicationPreviewDto>(desk.databaseUrl, ...words);
      return (await readPage(desk.url + new URL(url).pathname)).text('h1');
    };
    expect(await at(...command)).toBe('Second');
    expect(await at(...command, '--revision', '1')).toBe('First');
    await expect(at(...command, '--revision', '3')).rejects.toThrow(/ended 1/);
    await expect(at(...command, '--revision', '0')).rejects.toThrow(/ended 2/);
  });

  it('[10.previews-revoke] `previews revoke` immediately invalidates an address at two processes, and is recorded in the audit', async () => {
    const { id } = await created();
    const path = new URL((await previewOf(desk.api, id)).url).pathname;
    const statuses = (): Promise<number[]> =>
      Promise.all([statusOf(desk.url + path), statusOf(`${other.url}${path}/changes`)]);
    expect(await statuses()).toEqual([200, 200]);
    const { revokedAt } = await operator<{ revokedAt: string }>(
      desk.databaseUrl,
      'previews',
      'revoke',
    );
    expect(await statuses()).toEqual([404, 404]);
    expect(Date.parse(revokedAt)).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(await statusOf((await previewOf(desk.api, id)).url)).toBe(200);
    const trail = await operator<{ action: string }[]>(desk.databaseUrl, 'audit', 'list');
    expect(trail.filter(({ action }) => action === 'previews revoke')).toHaveLength(1);
  });
});
