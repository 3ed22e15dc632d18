import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config/config.js';
import type { RenderingService } from '../../src/rendering/rendering.service.js';
import type { ThreadPool } from '../../src/platform/threads/thread-pool.js';

/** Threads load compiled files, so what is tested here is what `npm run build` made. */
const BUILT = new URL('../../dist/src/', import.meta.url);
const PATIENCE_MS = 60_000;

let Service: typeof RenderingService;
let Pool: typeof ThreadPool<unknown, unknown>;
let rendering: RenderingService;

beforeAll(async () => {
  ({ RenderingService: Service } = await import(
    new URL('rendering/rendering.service.js', BUILT).href
  ));
  ({ ThreadPool: Pool } = await import(new URL('platform/threads/thread-pool.js', BUILT).href));
  // A busy machine may take longer than a release would.
  rendering = new Service(readConfig({ IMAGE_ORIGINS: 'https://pictures.test' }), PATIENCE_MS);
});
afterAll(() => rendering.onApplicationShutdown());

const render = (markdown: string) => rendering.render({ title: 'T', markdown });

/** Nested deeper than documents may be. */
const DEEP = `${'>'.repeat(10_000)} a`;
/** Small as Markdown, but each row is filled up to 3,000 cells. */
const WIDE = `|${'a|'.repeat(3_000)}\n|${'-|'.repeat(3_000)}\n${'|b\n'.repeat(1_500)}`;

describe('the threads that render', () => {
  it('give back what was rendered, with the pictures that the operator allowed', async () => {
    expect(await render('a\n\n*b* ![c](https://pictures.test/c.png)')).toMatchObject({
      html: expect.stringMatching(/^<p>a<\/p>\n<p><em>b<\/em> <img src="https:\/\/pictures.test/),
      headings: [],
      text: 'a\nb c',
    });
  });

  it('render many documents at once, each its own', async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    const pages = await Promise.all(numbers.map((number) => render(`*${number}*`)));
    expect(pages.map(({ text }) => text)).toEqual(numbers.map(String));
  });

  it('[9.render-survives] refuse a document that is nested too deeply, and render the next', async () => {
    await expect(render(DEEP)).rejects.toMatchObject({
      name: 'RenderFault',
      code: 'render_failed',
    });
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
  ])('[9.render-survives] have memory enough for a document full of %s', async (_, text) => {
    const patient = new Pool(new URL('rendering/render.worker.js', BUILT), PATIENCE_MS);
    const markdown = text.slice(0, 200_000);
    const page = await patient.run({ title: 'T', markdown, imageOrigins: [] });
    expect(page).toMatchObject({ html: expect.stringContaining('<') });
    await patient.close();
  });

  it.each([
    ['heading', (marks: string) => `# a${marks}`],
    ['paragraph', (marks: string) => `a${marks}`],
    ['address', (marks: string) => `[a](/en/a${marks})`],
    ['footnote', (marks: string) => `[^a]\n\n[^a]: b${marks}`],
  ])('[9.render-survives] finish marks without an end: %s', async (_, text) => {
    const markdown = text('\u0315\u0300'.repeat(99_000));
    await expect(render(markdown)).resolves.toMatchObject({ html: expect.stringContaining('<') });
  });

  it('[3.render-timeout] refuse what takes longer than it may, which is final', async () => {
    const hasty = new Service(readConfig({}), 1);
    const markdown = '| *c* | `d` |\n'.repeat(14_000);
    await expect(hasty.render({ title: 'T', markdown })).rejects.toMatchObject({
      name: 'RenderFault',
      code: 'render_timeout',
    });
    await hasty.onApplicationShutdown();
  });

  it('[9.never-stalls-api] leave the service free while they work', async () => {
    const before = performance.eventLoopUtilization();
    await render('a**b'.repeat(50_000));
    // Almost all of it is waiting, however long a busy machine takes.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  it('end with the application', async () => {
    const other = new Service(readConfig({}));
    await other.render({ title: 'T', markdown: 'a' });
    await other.onApplicationShutdown();
    await expect(other.render({ title: 'T', markdown: 'a' })).rejects.toThrow('closed');
  });
});

const task = (name: string) => new URL(`./tasks/${name}.mjs`, import.meta.url);

describe('a thread that goes wrong', () => {
  it('[9.render-survives] ends without the service when it runs out of memory', async () => {
    const pool = new Pool(task('greedy'), 60_000);
    await expect(pool.run('x')).rejects.toMatchObject({ name: 'ThreadFault', kind: 'failed' });
    await pool.close();
  });

  it('[9.render-survives] is ended when it takes too long, in code and in an expression', async () => {
    for (const name of ['endless', 'backtracking']) {
      const pool = new Pool(task(name), 500);
      await expect(pool.run('x')).rejects.toMatchObject({ name: 'ThreadFault', kind: 'timeout' });
      await pool.close();
    }
  });
});
