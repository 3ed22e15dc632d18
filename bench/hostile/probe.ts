import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What the probe of health saw between two messages of its parent; milliseconds. */
export interface Gaps {
  readonly probes: number;
  readonly refused: number;
  /** Of one answer. */
  readonly longest: number;
}

const PROBE_EVERY_MS = 50;

const { address } = workerData as { address: string };
let seen: Gaps = { probes: 0, refused: 0, longest: 0 };
parentPort!.on('message', () => {
  parentPort!.postMessage(seen);
  seen = { probes: 0, refused: 0, longest: 0 };
});

async function probe(): Promise<void> {
  const asked = performance.now();
  const answer = await fetch(address);
  await answer.arrayBuffer();
  const { probes, refused, longest } = seen;
  seen = {
    probes: probes + 1,
    refused: refused + (answer.ok ? 0 : 1),
    longest: Math.max(longest, performance.now() - asked),
  };
}

// In a thread of its own: the one that sends the bodies is busy itself.
for (;;) {
  void probe();
  await sleep(PROBE_EVERY_MS);
}
