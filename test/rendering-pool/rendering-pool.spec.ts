import { cp, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RenderingModule } from '../../src/rendering/rendering.module.js';
import type { RenderingService } from '../../src/rendering/rendering.service.js';

/** The processes load compiled files, so what is tested here is what `npm run build` made. */
const BUILT = new URL('../../dist/src/rendering/', import.meta.url);

async function service(from = BUILT): Promise<typeof RenderingService> {
  const built: { RenderingService: typeof RenderingService } = await import(
    new URL('rendering.service.js', from).href
  );
  return built.RenderingService;
}

/** Takes minutes: each `**` looks for its partner among all others. */
const ENDLESS = 'a**b'.repeat(50_000);

/** Small as Markdown, but each row is filled up to 3,000 cells: more than the memory of a process. */
const HUGE = `|${'a|'.repeat(3_000)}\n|${'-|'.repeat(3_000)}\n${'|b\n'.repeat(1_500)}`;

/** Nested deeper than the stack of a process. */
const DEEP = `${'>'.repeat(10_000)} a`;

/** Milliseconds; waiting for a process does not count. */
const LIMIT = 3_000;

describe('the processes that render', () => {
  let rendering: RenderingService;

  beforeEach(async () => {
    rendering = new (await service())(LIMIT);
  });

  afterEach(async () => {
    await rendering.onApplicationShutdown();
  });

  it('give back what was rendered', async () => {
    expect(await rendering.render('a\n\n*b*')).toEqual({
      html: '<p>a</p>\n<p><em>b</em></p>',
      headings: [],
      text: 'a\nb',
    });
  });

  it('render many documents at once, each its own', async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    const pages = await Promise.all(numbers.map((number) => rendering.render(`*${number}*`)));
    expect(pages.map(({ text }) => text)).toEqual(numbers.map(String));
  });

  it('end a document that takes too long, while the service goes on, and render the next', async () => {
    let outcome: unknown;
    const endless = rendering.render(ENDLESS).catch((fault: unknown) => (outcome = fault));
    await setTimeout(10);
    expect(outcome).toBeUndefined();
    await endless;
    expect(outcome).toMatchObject({ name: 'RenderFault', code: 'render_timeout' });
    expect((await rendering.render('a')).text).toBe('a');
  });

  it('do not count waiting behind such documents as rendering', async () => {
    const endless = [1, 2, 3, 4].map(() => rendering.render(ENDLESS));
    const patient = rendering.render('a');
    const outcomes = await Promise.allSettled(endless);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect((await patient).text).toBe('a');
  });

  it('survive a document that is nested too deeply', async () => {
    await expect(rendering.render(DEEP)).rejects.toMatchObject({ code: 'render_failed' });
    expect((await rendering.render('a')).text).toBe('a');
  });

  it('survive a document that needs more memory than there is', async () => {
    const patient = new (await service())(60_000);
    await expect(patient.render(HUGE)).rejects.toMatchObject({ code: 'render_failed' });
    expect((await patient.render('a')).text).toBe('a');
    await patient.onApplicationShutdown();
  });

  it('blame no document for the end of the service', async () => {
    await rendering.render('a');
    const outcomes = Promise.allSettled(
      [ENDLESS, ENDLESS, ENDLESS, ENDLESS, 'a'].map((markdown) => rendering.render(markdown)),
    );
    await setTimeout(100);
    await rendering.onApplicationShutdown();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'Error' } });
    }
    await expect(rendering.render('a')).rejects.toThrow('closed');
  });

  it('blame no document for a process that cannot start', async () => {
    const broken = new URL('../rendering-without-worker/', BUILT);
    await cp(BUILT, broken, { recursive: true });
    await rm(new URL('render.worker.js', broken));
    try {
      const failing = new (await service(broken))(LIMIT);
      for (const markdown of ['a', 'b', 'c']) {
        await expect(failing.render(markdown)).rejects.toMatchObject({ name: 'Error' });
      }
      await failing.onApplicationShutdown();
    } finally {
      await rm(broken, { recursive: true });
    }
  });

  it('end with the application', async () => {
    const built: { RenderingModule: typeof RenderingModule } = await import(
      new URL('rendering.module.js', BUILT).href
    );
    const application = await Test.createTestingModule({
      imports: [built.RenderingModule],
    }).compile();
    const provided: RenderingService = application.get(await service());
    expect((await provided.render('a')).text).toBe('a');
    await application.close();
    await expect(provided.render('a')).rejects.toThrow('closed');
  });
});
