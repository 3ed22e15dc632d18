import { expect, it } from 'vitest';
import type { RenderProcess } from '../../src/rendering/render-process.js';

const FILE = new URL('../../dist/src/rendering/render-process.js', import.meta.url);

it('a process that was ended says so and blames no document', async () => {
  const built: { RenderProcess: typeof RenderProcess } = await import(FILE.href);
  const process = new built.RenderProcess();
  expect(await process.render('a', 10_000)).toMatchObject({ document: { text: 'a' } });
  expect(process.hasEnded).toBe(false);
  await process.end();
  expect(process.hasEnded).toBe(true);
  await expect(process.render('a', 10_000)).rejects.not.toHaveProperty('name', 'RenderFault');
  await process.end();
});
