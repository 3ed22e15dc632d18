import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './load.js';
import { drafts } from './phases/stock.js';
import { everythingReleased } from './measure.js';
import { table, whole } from './report.js';
import { Requests } from './requests.js';
import { openStage, type Target } from './stage.js';
import { median, quantile } from './statistics.js';

const RELEASES = 200;
/**
 * Number of previews for one round, more than a round needs. Each preview is read at most once, because only the first
 * read renders the preview.
 */
const PREVIEWS = 400;
/**
 * Number of rounds. Each round measures releases without previews, and then with previews. The first round only warms
 * up.
 */
const ROUNDS = 6;
/** Pause between two previews in ms. By default, nearly 20 previews are read per second. */
const PAUSE_MS = Number(process.argv[2] ?? 50);

/** Releases documents, and returns the seconds from the first publish until all documents are indexed. */
async function releaseAll(service: Target): Promise<number> {
  const requests = new Requests(service);
  const next = await drafts(service, RELEASES);
  const connection = new Connection(service.origin);
  const started = performance.now();
  for (let draft = next(); draft; draft = next()) {
    await connection.finish(requests.publish(draft.id, draft.version));
  }
  await everythingReleased(service);
  await connection.close();
  return (performance.now() - started) / 1_000;
}

/** Returns the paths of previews that nobody has read. */
async function previewPaths(service: Target): Promise<string[]> {
  const requests = new Requests(service);
  const next = await drafts(service, PREVIEWS);
  const connection = new Connection(service.origin);
  const paths: string[] = [];
  for (let draft = next(); draft; draft = next()) {
    const request = requests.read(`${draft.id}?view=preview`);
    const { preview } = await connection.json<{ preview: { url: string } }>(request);
    paths.push(new URL(preview.url).pathname);
  }
  await connection.close();
  return paths;
}

/** Reads one preview after another until `ended` returns true. Returns the duration of each read in ms. */
async function look(service: Target, paths: string[], ended: () => boolean): Promise<number[]> {
  const connection = new Connection(service.origin);
  const times: number[] = [];
  for (let path = paths.pop(); path !== undefined && !ended(); path = paths.pop()) {
    const started = performance.now();
    await connection.finish({ method: 'GET', path, expect: 200 });
    times.push(performance.now() - started);
    await sleep(PAUSE_MS);
  }
  await connection.close();
  return times;
}

const stage = await openStage();
try {
  const { service } = stage.targets;
  const seconds: { alone: number[]; beside: number[] } = { alone: [], beside: [] };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await releaseAll(service);
    const paths = await previewPaths(service);
    let isOver = false;
    const released = releaseAll(service).finally(() => (isOver = true));
    const looked = await look(service, paths, () => isOver);
    const beside = await released;
    if (round === 0) continue;
    seconds.alone.push(alone);
    seconds.beside.push(beside);
    times.push(...looked);
  }
  const rate = (values: readonly number[]): string => whole(RELEASES / median(values));
  const head = ['releases a second', 'with previews', 'previews', 'p50 ms', 'p95 ms', 'p99 ms'];
  const row = [rate(seconds.alone), rate(seconds.beside), whole(times.length)];
  const quantiles = [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(1));
  process.stdout.write(
    `Node ${process.version}, ${ROUNDS - 1} × ${RELEASES} releases of 4 KiB\n\n`,
  );
  process.stdout.write(`${table(head, [[...row, ...quantiles]]).join('\n')}\n`);
} finally {
  await stage.close();
}
