import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { partsOf, SHAPES } from './shapes/shapes.js';

/** Heap of a thread that renders a document, in MB, besides new objects (contract 2). */
const HEAP_MB = 60;

/** Renders a document in a thread with a heap of `HEAP_MB`. Returns the time in ms; `undefined`: the heap is too small. */
async function rendered(markdown: string): Promise<number | undefined> {
  const thread = new Worker(join(import.meta.dirname, 'shapes', 'renderer.js'), {
    workerData: markdown,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
  });
  try {
    const [ms] = (await once(thread, 'message')) as [number];
    return ms;
  } catch {
    return undefined;
  } finally {
    await thread.terminate();
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const wanted = process.argv.slice(2);
print(
  '| Shape | characters | parts | processor time, ms | fits 60 MB |\n| --- | ---: | ---: | ---: | --- |',
);
for (const [name, make] of Object.entries(SHAPES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const markdown = make();
  const ms = await rendered(markdown);
  const cells = [
    name,
    markdown.length,
    partsOf(markdown),
    ms?.toFixed(0) ?? '',
    ms === undefined ? 'no' : 'yes',
  ];
  print(`| ${cells.join(' | ')} |`);
}
