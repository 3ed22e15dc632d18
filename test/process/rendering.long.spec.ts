import { performance } from 'node:perf_hooks';
import { afterAll, describe, expect, it } from 'vitest';
import { Threads } from '../../src/platform/threads/threads.service.js';

/** The built program of the service's threads. */
const PROGRAM = new URL('../../dist/src/thread.worker.js', import.meta.url);
const LIMITS = { account: 'a' };

const threads = new Threads(PROGRAM);
afterAll(() => threads.onApplicationShutdown());

const render = (markdown: string) =>
  threads.run(
    'renderJob',
    { ...DOCUMENT, markdown, imageOrigins: ['https://pictures.test'] },
    LIMITS,
  );

/** Content that is nested deeper than the service allows. */
const DEEP = `${'>'.repeat(10_000)} a`;
/** A table that is short as Markdown, but long as HTML, because the renderer fills each row up to 1,000 cells. */
const WIDE = `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n${'|b\n'.repeat(25)}`;

const DOCUMENT = { locale: 'en', slug: 'a', title: 'T', description: '', tags: [], text: 'a' };

describe('the threads that render', () => {
  it('return the rendered document, with the pictures that the operator allowed', async () => {
    expect(await render('a\n\n*b* ![c](https://pictures.test/c.png)')).toMatchObject({
      html: expect.stringMatching(/^<p>a<\/p>\n<p><em>b<\/em> <img src="https:\/\/pictures.test/),
      headings: [],
    });
  });

  it('render many documents at once, and return the right text for each', async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    const pages = await Promise.all(numbers.map((number) => render(`*${number}*`)));
    expect(pages.map(({ html }) => html)).toEqual(
      numbers.map((number) => `<p><em>${number}</em></p>`),
    );
  });

  it('[9.render-survives] refuse a document that is nested too deeply, and render the next document', async () => {
    await expect(render(DEEP)).rejects.toMatchObject({ name: 'TaskError', kind: 'failed' });
    expect((await render('a')).html).toBe('<p>a</p>');
  });

  it.each([
    ['a wide table', WIDE],
    ['headings', '# a\n'.repeat(25_000)],
    ['footnotes', Array.from({ length: 9_000 }, (_, n) => `[^${n}] a\n\n[^${n}]: b\n\n`).join('')],
    ['references', '[^1] '.repeat(33_000) + '\n\n[^1]: b'],
    ['addresses', 'www.a.b '.repeat(24_000)],
    ['formulas', '$x$ '.repeat(45_000)],
    ['coloured code', `\`\`\`js\n${'a('.repeat(9_000)}\n\`\`\`\n`.repeat(11)],
  ])('[9.render-survives] have enough memory for a document full of %s', async (_, text) => {
    const markdown = text.slice(0, 200_000);
    const made = await threads.run(
      'renderJob',
      { ...DOCUMENT, markdown, imageOrigins: [] },
      LIMITS,
    );
    expect(made).toMatchObject({ html: expect.stringContaining('<'), words: expect.anything() });
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
    await render('a**b** '.repeat(24_000));
    // The main thread mostly waits, even if a busy machine renders slowly.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });
});
