import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

/** What the probe is started with. */
export interface ProbeData {
  readonly address: string;
  /** Shared memory: answers so far, those of them that were no 200, milliseconds of the longest. */
  readonly seen: Float64Array<SharedArrayBuffer>;
}

const PROBE_EVERY_MS = 50;

const { address, seen } = workerData as ProbeData;

async function probe(): Promise<void> {
  const asked = performance.now();
  const answer = await fetch(address);
  await answer.arrayBuffer();
  const [answers = 0, refused = 0, longest = 0] = seen;
  seen.set([
    answers + 1,
    refused + (answer.ok ? 0 : 1),
    Math.max(longest, performance.now() - asked),
  ]);
}

// In a thread of its own: the one that sends the bodies is busy itself.
for (;;) {
  void probe();
  await sleep(PROBE_EVERY_MS);
}
