import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Message that starts a probe. */
export interface ProbeWish {
  readonly address: string;
  /** The process that answers at `address`. */
  readonly pid: number;
}

/**
 * Times of a probe, in ms. `wall` is the duration of the probe. `computed` and `waited` are times of the answering
 * thread during the probe.
 */
export interface Probe {
  readonly wall: number;
  readonly computed: number;
  /** Time in which the thread was ready to run, but other programs used the processors. */
  readonly waited: number;
}

/** Results since the last report. */
export interface Probes {
  readonly answers: number;
  /** Probes without an answer or with an error. */
  readonly refused: number;
  readonly longest: Probe;
  /** The probe during which the answering thread computed longest. The service itself causes this delay. */
  readonly busiest: Probe;
}

const PROBE_EVERY_MS = 50;
const NOTHING: Probe = { wall: 0, computed: 0, waited: 0 };

const agent = new Agent({ keepAlive: true });
let seen: Probes = { answers: 0, refused: 0, longest: NOTHING, busiest: NOTHING };

/**
 * Returns two times of the main thread of a process, in ms: its processor time, and how long it waited for a processor.
 */
function timesOf(pid: number): [computed: number, waited: number] {
  const [computed, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return [Number(computed) / 1e6, Number(waited) / 1e6];
}

const statusOf = (address: string): Promise<number> =>
  new Promise((resolve) => {
    get(address, { agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    }).once('error', () => resolve(0));
  });

async function probe({ address, pid }: ProbeWish): Promise<void> {
  const asked = performance.now();
  const [computed, waited] = timesOf(pid);
  const status = await statusOf(address);
  const after = timesOf(pid);
  const one: Probe = {
    wall: performance.now() - asked,
    computed: after[0] - computed,
    waited: after[1] - waited,
  };
  seen = {
    answers: seen.answers + 1,
    refused: seen.refused + (status === 200 ? 0 : 1),
    longest: one.wall > seen.longest.wall ? one : seen.longest,
    busiest: one.computed > seen.busiest.computed ? one : seen.busiest,
  };
}

async function probeOn(wish: ProbeWish): Promise<never> {
  process.on('message', () => {
    process.send!(seen);
    seen = { answers: 0, refused: 0, longest: NOTHING, busiest: NOTHING };
  });
  for (;;) {
    void probe(wish);
    await sleep(PROBE_EVERY_MS);
  }
}

// The probe has a process of its own, so that other work of the bench does not delay it.
process.once('message', (wish: ProbeWish) => void probeOn(wish));
