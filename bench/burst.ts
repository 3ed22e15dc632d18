import { cpuOfTree } from './cpu.js';
import { Connection, drive } from './load.js';
import { everythingReleased } from './measure.js';
import { CALLERS } from './phases/phase.js';
import { drafts } from './phases/stock.js';
import { table, whole } from './report.js';
import { Requests } from './requests.js';
import { openStage, type Target } from './stage.js';

const PUBLISHES = 1_000;
/** Number of bursts. The first burst only warms up. */
const BURSTS = 4;
const PATIENCE_MS = 120_000;

interface Burst {
  readonly acceptSeconds: number;
  readonly seconds: number;
  readonly cpu: number;
}

/** Sends `PUBLISHES` publishes as fast as they are accepted, and waits until all are released and indexed. */
async function burst(service: Target): Promise<Burst> {
  const requests = new Requests(service);
  const next = await drafts(service, PUBLISHES);
  const connections = Array.from({ length: CALLERS }, () => new Connection(service.origin));
  const cpuBefore = cpuOfTree(service.pid);
  const started = performance.now();
  const operations = connections.map(({ finish }) => async () => {
    const draft = next();
    if (draft) await finish(requests.publish(draft.id, draft.version));
    return draft !== undefined;
  });
  const accepted = await drive(operations, PATIENCE_MS);
  await everythingReleased(service);
  const seconds = (performance.now() - started) / 1_000;
  const cpu = (cpuOfTree(service.pid) - cpuBefore) / PUBLISHES;
  await Promise.all(connections.map((connection) => connection.close()));
  return { acceptSeconds: accepted.seconds, seconds, cpu };
}

const stage = await openStage();
try {
  const rows: string[][] = [];
  for (let number = 0; number < BURSTS; number += 1) {
    const { acceptSeconds, seconds, cpu } = await burst(stage.targets.service);
    if (number === 0) continue;
    const rates = [PUBLISHES / acceptSeconds, PUBLISHES / seconds].map(whole);
    rows.push([String(number), ...rates, cpu.toFixed(2)]);
  }
  const head = ['burst', 'accepted a second', 'released and indexed a second', 'service CPU ms'];
  process.stdout.write(`Node ${process.version}, bursts of ${whole(PUBLISHES)} publishes\n\n`);
  process.stdout.write(`${table(head, rows).join('\n')}\n`);
} finally {
  await stage.close();
}
