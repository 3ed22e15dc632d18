import { isFree } from '../../deploy/cluster/local/cluster-context.js';

/** Below the ports that the operating system gives to outgoing connections, which come and go. */
const LOWEST = 10_000;
/** Ports of each worker of a run, so that no two draw the same; 0 is the run itself. */
const PORTS_OF_WORKER = 2_000;
const WORKERS = 11;

const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS;
// Another run on this machine begins somewhere else.
let next = Math.floor(Math.random() * PORTS_OF_WORKER);

/** A port on which nobody listens, and which nobody else in this run is given soon. */
export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % PORTS_OF_WORKER;
    const port = LOWEST + worker * PORTS_OF_WORKER + next;
    if (await isFree(port)) return port;
  }
}
