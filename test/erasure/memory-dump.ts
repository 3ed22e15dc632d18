import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';

const PROBE = pathToFileURL(join(import.meta.dirname, 'heap-probe.mjs')).href;
const CHUNK_BYTES = 8 * 1024 * 1024;

/**
 * Returns the environment of a service that overwrites memory when V8 or malloc frees it. A text that is found in
 * the memory of this service is therefore still in use. For `heapsOf`, the service can write its heaps into
 * `folder`.
 */
export const heldMemoryAlone = (folder: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${PROBE}`,
  HEAP_SNAPSHOTS: folder,
  // glibc overwrites all freed bytes, but not the bytes in its thread cache (`tcache`). The thread cache is therefore
  // off.
  GLIBC_TUNABLES: 'glibc.malloc.perturb=85:glibc.malloc.tcache_count=0',
});

/**
 * Returns snapshots of the heaps of a service, without garbage. The first snapshot shows the heap of the main thread.
 */
export async function heapsOf(pid: number, folder: string): Promise<Buffer[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  process.kill(pid, 'SIGUSR2');
  await expect.poll(() => readdirSync(folder), { timeout: 120_000 }).toContain('done');
  const names = readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'));
  const heaps = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name))));
  await rm(folder, { recursive: true });
  return heaps;
}

/** Counts how often each byte string occurs in the writable memory of a process. */
export function countInMemory(pid: number, wanted: readonly Buffer[]): number[] {
  const counts = wanted.map(() => 0);
  // Chunks overlap, so that a match across the border of two chunks is found, and counted once.
  const overlap = Math.max(...wanted.map(({ length }) => length)) - 1;
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const chunk = Buffer.alloc(CHUNK_BYTES + overlap);
  for (const [start, end] of writableParts(pid)) {
    for (let at = start; at < end; at += CHUNK_BYTES) {
      const bytes = readAt(memory, chunk, at, Math.min(end - at, chunk.length));
      wanted.forEach((each, place) => {
        for (let found = bytes.indexOf(each); found >= 0; found = bytes.indexOf(each, found + 1)) {
          if (found < CHUNK_BYTES) counts[place]! += 1;
        }
      });
    }
  }
  closeSync(memory);
  return counts;
}

function writableParts(pid: number): [start: number, end: number][] {
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
  return [...maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)].map(([, start, end]) => [
    Number.parseInt(start!, 16),
    Number.parseInt(end!, 16),
  ]);
}

/** Reads a part of the memory of a process. If the process has freed this part meanwhile, returns no bytes. */
function readAt(memory: number, into: Buffer, at: number, length: number): Buffer {
  try {
    return into.subarray(0, readSync(memory, into, 0, length, at));
  } catch {
    return Buffer.alloc(0);
  }
}
