import { performance } from 'node:perf_hooks';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config/config.js';
import { Threads } from '../../src/platform/threads/threads.service.js';
import { PreviewWork } from '../../src/previews/preview-work.service.js';
import type { RevisionToRelease } from '../../src/publications/revisions.service.js';
import { RenderJobs } from '../../src/releases/render-jobs.service.js';
import { siteOf } from '../../src/site/html/site.js';

/** The built program of the service's threads. */
const PROGRAM = new URL('../../dist/src/thread.worker.js', import.meta.url);
/**
 * Options with a longer time limit than a release has. These tests check memory and the end of threads, not the time
 * limit.
 */
const LIMITS = { account: 'a', limitMs: 60_000 };

const threads = new Threads(PROGRAM);
afterAll(() => threads.onApplicationShutdown());

const render = (markdown: string) =>
  threads.run('render', { title: 'T', markdown, imageOrigins: ['https://pictures.test'] }, LIMITS);

/** Content that is nested deeper than the service allows. */
const DEEP = `${'>'.repeat(10_000)} a`;
/** A table that is short as Markdown, but long as HTML, because the renderer fills each row up to 3,000 cells. */
const WIDE = `|${'a|'.repeat(3_000)}\n|${'-|'.repeat(3_000)}\n${'|b\n'.repeat(1_500)}`;

const REVISION = {
  accountId: 'a',
  accountName: 'A',
  version: 1,
  locale: 'en',
  slug: 's',
  title: 'T',
  description: '',
  tags: [],
  sources: [],
  pictures: null,
  authorKind: 'ai',
  authorName: 'A',
  intent: 'draft' as const,
  changeNote: '',
} satisfies Partial<RevisionToRelease>;
const revision = (content: string) => ({ ...REVISION, id: content, content });
const DOCUMENT = { locale: 'en', slug: 'a', title: 'T', description: '', tags: [], text: 'a' };

const SITE = siteOf(readConfig({}));
const RELEASE = {
  publicationId: 'p',
  accountId: 'a',
  accountName: 'A',
  locale: 'en',
  slug: 'a',
  version: 1,
  publishedAt: new Date(0),
  firstPublishedAt: new Date(0),
  approvedBy: null,
  approvedVia: null,
  jws: null,
  newestVersion: 1,
  revision: null,
};

describe('the threads that render', () => {
  it('return the rendered document, with the pictures that the operator allowed', async () => {
    expect(await render('a\n\n*b* ![c](https://pictures.test/c.png)')).toMatchObject({
      html: expect.stringMatching(/^<p>a<\/p>\n<p><em>b<\/em> <img src="https:\/\/pictures.test/),
      headings: [],
      text: 'a\nb c',
    });
  });

  it('render many documents at once, and return the right text for each', async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    const pages = await Promise.all(numbers.map((number) => render(`*${number}*`)));
    expect(pages.map(({ text }) => text)).toEqual(numbers.map(String));
  });

  it('[9.render-survives] refuse a document that is nested too deeply, and render the next document', async () => {
    await expect(render(DEEP)).rejects.toMatchObject({ name: 'TaskError', kind: 'failed' });
    expect((await render('a')).text).toBe('a');
  });

  it.each([
    ['a wide table', WIDE],
    ['headings', '# a\n'.repeat(50_000)],
    ['footnotes', Array.from({ length: 9_000 }, (_, n) => `[^${n}] a\n\n[^${n}]: b\n\n`).join('')],
    ['references', '[^1] '.repeat(40_000) + '\n\n[^1]: b'],
    ['addresses', 'www.a.b '.repeat(25_000)],
    ['formulas', '$x$ '.repeat(50_000)],
    ['coloured code', `\`\`\`js\n${'a('.repeat(9_000)}\n\`\`\`\n`.repeat(11)],
  ])('[9.render-survives] have enough memory for a document full of %s', async (_, text) => {
    const markdown = text.slice(0, 200_000);
    const version = { ...DOCUMENT, sources: [], authorKind: 'ai', authorName: 'A', markdown };
    const made = await threads.run('renderVersion', { ...version, imageOrigins: [] }, LIMITS);
    expect(made).toMatchObject({ html: expect.stringContaining('<'), words: expect.anything() });
    const shown = { ...RELEASE, document: made.packed };
    await expect(
      threads.run('versionFiles', { site: SITE, version: shown, imageOrigins: [] }, LIMITS),
    ).resolves.toHaveProperty('page.br');
  });

  it.each([
    ['heading', (marks: string) => `# a${marks}`],
    ['paragraph', (marks: string) => `a${marks}`],
    ['address', (marks: string) => `[a](/en/a${marks})`],
    ['footnote', (marks: string) => `[^a]\n\n[^a]: b${marks}`],
  ])(
    '[9.render-survives] finish a document with very many combining marks: %s',
    async (_, text) => {
      const markdown = text('\u0315\u0300'.repeat(99_000));
      await expect(render(markdown)).resolves.toMatchObject({ html: expect.stringContaining('<') });
    },
  );

  it('[9.never-stalls-api] leave the main thread free while they work', async () => {
    const before = performance.eventLoopUtilization();
    await render('a**b'.repeat(50_000));
    // The main thread mostly waits, even if a busy machine renders slowly.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  it('end when the application shuts down', async () => {
    const other = new Threads(PROGRAM);
    const task = () => other.run('words', DOCUMENT, LIMITS);
    expect(await task()).toMatchObject({ length: 1 });
    await other.onApplicationShutdown();
    await expect(task()).rejects.toThrow('closed');
  });
});

describe('documents that can take much memory', () => {
  const jobs = new RenderJobs(threads, readConfig({}));
  const previews = new PreviewWork(threads);
  const content = '*a* '.repeat(20_000);
  const shown = { ...DOCUMENT, sources: [], authorKind: 'ai', authorName: 'A', markdown: content };
  const preview = { ...shown, imageOrigins: [], pictures: null, picturesBase: '/pictures/' };

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['releases', (id) => jobs.renderVersion({ ...revision(content), id })],
    ['drafts', (id) => jobs.draftWords({ ...revision(content), id })],
    [
      'previews',
      (id) =>
        previews.render(
          { accountId: 'a', publicationId: id, revision: 1 },
          'previewArticle',
          preview,
          content,
        ),
    ],
  ])('[4.neighbours] are rendered one at a time for an account: %s', async (name, rendering) => {
    const both = Promise.all([rendering(`${name} 1`), rendering(`${name} 2`)]);
    expect(threads.use).toEqual([
      { lane: 'quick', running: 1, waiting: 1 },
      { lane: 'slow', running: 0, waiting: 0 },
    ]);
    await both;
  });
});

const GONE_WRONG = new URL('./gone-wrong.worker.mjs', import.meta.url);
type GoneWrong = 'greedy' | 'endless' | 'backtracking' | 'wasteful' | 'heap';
const gone = new Threads<Record<GoneWrong, (n: number) => number>>(GONE_WRONG);
afterAll(() => gone.onApplicationShutdown());

describe('a thread that goes wrong', () => {
  it('[9.render-survives] runs out of memory without ending the service', async () => {
    const failed = { name: 'TaskError', kind: 'failed' };
    await expect(gone.run('greedy', 1, LIMITS)).rejects.toMatchObject(failed);
  });

  it('[9.render-survives] is stopped when it takes too long, in a loop and in a regular expression', async () => {
    for (const kind of ['endless', 'backtracking'] as const) {
      const end = gone.run(kind, 1, { account: 'a', limitMs: 500 });
      await expect(end).rejects.toMatchObject({ name: 'TaskError', kind: 'limit' });
    }
  });

  it('frees the memory of a wasteful task as soon as the task has ended', async () => {
    // A pool of its own has one thread, so both tasks run in the same thread.
    const pool = new Threads<Record<GoneWrong, (n: number) => number>>(GONE_WRONG);
    expect(await pool.run('wasteful', 1, LIMITS)).toBe(70);
    expect(await pool.run('heap', 1, LIMITS)).toBeLessThan(64);
    await pool.onApplicationShutdown();
  });
});

/**
 * Threads that never finish a rendering with search words. Without search words, they finish every document except
 * `endless`.
 */
const timed = new Threads(new URL('./never-ending.worker.mjs', import.meta.url));
afterAll(() => timed.onApplicationShutdown());

describe('a document that exceeds its limit', () => {
  const jobs = new RenderJobs(timed, readConfig({}));

  it('[3.render-timeout] is tried once more without search words, and is rendered if that is enough', async () => {
    expect(await jobs.render(revision('a'))).toEqual({ html: 'a', headings: [], text: 'a' });
  });

  it('[3.render-timeout] fails with render_timeout after the second attempt, and is not computed again', async () => {
    const timeout = { name: 'RenderFault', code: 'render_timeout' };
    await expect(jobs.render(revision('endless'))).rejects.toMatchObject(timeout);
    const asked = performance.now();
    await expect(jobs.render(revision('endless'))).rejects.toMatchObject(timeout);
    expect(performance.now() - asked).toBeLessThan(100);
  });
});
