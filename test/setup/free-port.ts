import { isFree } from '../../deploy/cluster/local/cluster-context.js';

/**
 * Lowest port number that tests use. All port numbers of tests are below 32,768. At this number, the Linux range for
 * outgoing connections begins.
 */
const LOWEST = 10_000;
/** Number of ports for each Vitest worker of a run. No two workers share a port. Worker 0 is the main process. */
const PORTS_OF_WORKER = 2_000;
const WORKERS = 11;

const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS;
// Starts at a random port, because another run on this machine may use the same range.
let next = Math.floor(Math.random() * PORTS_OF_WORKER);

/**
 * Returns a free port. Later calls return other ports. The ports repeat when all ports of the worker have been used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % PORTS_OF_WORKER;
    const port = LOWEST + worker * PORTS_OF_WORKER + next;
    if (await isFree(port)) return port;
  }
}
