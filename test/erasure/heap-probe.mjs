/*
 * Tests load this file into a service before all other code (`--import`). V8 then overwrites memory that it frees. On
 * SIGUSR2, this code writes snapshots of the heaps of all threads into the folder HEAP_SNAPSHOTS. The first snapshot
 * shows the heap of the main thread. After the last snapshot, this code writes the file `done`. The snapshots contain
 * no garbage.
 */
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getHeapSnapshot, setFlagsFromString } from 'node:v8';

const FOLDER = process.env.HEAP_SNAPSHOTS;
const threads = new Set();

setFlagsFromString('--clear-free-memory');
// By default, V8 cuts strings in snapshots to 1,024 characters.
setFlagsFromString('--heap-snapshot-string-limit=100000000');

process.on('worker', (thread) => {
  threads.add(thread);
  thread.once('exit', () => threads.delete(thread));
});

process.on('SIGUSR2', () => void writeHeaps());

async function writeHeaps() {
  // A thread that has ended meanwhile has no heap.
  const ofThreads = await Promise.allSettled(
    [...threads].map((thread) => thread.getHeapSnapshot()),
  );
  const heaps = [getHeapSnapshot(), ...ofThreads.flatMap(({ value }) => value ?? [])];
  for (const [place, heap] of heaps.entries()) {
    await pipeline(heap, createWriteStream(join(FOLDER, `${place}.heapsnapshot`)));
  }
  writeFileSync(join(FOLDER, 'done'), '');
}
