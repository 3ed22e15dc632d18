import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../setup/sql.js';
import type { Cluster } from '../cluster.js';
import type { History, Upload } from '../history.js';
import { picturesIn } from '../pictures.js';
import { patiently } from '../settling.js';
import { type Entry, type Ledger, revisionsOf } from './ledger.js';

const ALLOWED = { key: [200, 201, 503], address: [201, 404, 503] };

/**
 * Checks that only one upload of a picture is answered as new, and that no upload address is refused before its first
 * use. Also checks that no publish reports an uploaded picture as missing.
 */
export function checkUploads({ uploads, intents }: History, ledger: Ledger): string[] {
  return [
    ...uploads.flatMap((upload) => faultsOf(upload, uploads)),
    ...intents.flatMap(({ account, order, attempts }) => {
      const entry = ledger.entries.get(order.id ?? '');
      const revision = entry && revisionsOf(entry).get(Number(order.fields['expectedVersion']));
      const names = picturesIn(revision?.content);
      return attempts
        .filter(({ reply }) => reply?.code === 'picture_missing')
        .filter(({ from }) => names.every((name) => ledger.uploaded(account, name) < from))
        .map(() => `publish of ${order.id}: its pictures were there, and called missing`);
    }),
  ];
}

function faultsOf(upload: Upload, all: readonly Upload[]): string[] {
  const { account, sha256, address, from, to, status, text } = upload;
  const what = `upload of ${sha256} by ${account.name} ${address === undefined ? 'with a key' : 'at an address'}`;
  const others = all.filter(
    (one) => one !== upload && one.account === account && one.sha256 === sha256,
  );
  if (status === undefined) return text.startsWith('TimeoutError') ? [`${what}: ${text}`] : [];
  const isAllowed = ALLOWED[address === undefined ? 'key' : 'address'].includes(status);
  const isEarly = status === 404 && !others.some((one) => one.from < to);
  const isTwice = status === 201 && others.some((one) => one.status === 201);
  const isLate =
    status === 201 &&
    others.some((one) => (one.status === 200 || one.status === 201) && one.to < from);
  return [
    ...(isAllowed ? [] : [`${what}: ${status} ${text.slice(0, 200)}`]),
    ...(isEarly ? [`${what}: the address was refused before it was used`] : []),
    ...(isTwice || isLate ? [`${what}: it was new twice`] : []),
  ];
}

/**
 * Checks, while no release is in flight, that the picture addresses in a page work, and that pictures of drafts are
 * not public.
 */
export async function checkShown({ apis }: Cluster, entry: Entry): Promise<string[]> {
  const revisions = revisionsOf(entry);
  const shown =
    entry.publicBefore === 0 ? [] : picturesIn(revisions.get(entry.publicBefore)?.content);
  const isPublic = new Set(
    [...entry.named.keys()].flatMap((version) => picturesIn(revisions.get(version)?.content)),
  );
  const hidden = [...revisions.values()]
    .flatMap(({ content }) => picturesIn(content))
    .filter((sha256) => !isPublic.has(sha256));
  const page = shown.length === 0 ? '' : await (await open(apis[0]!.url + entry.path)).text();
  const addresses = new Set(page.match(/\/pictures\/[0-9a-f]{64}-\d+\.[a-z]+/g));
  const faults = shown
    .filter((sha256) => ![...addresses].some((address) => address.includes(sha256)))
    .map((sha256) => `the page lacks picture ${sha256}`);
  for (const address of addresses) {
    for (const { url } of apis) faults.push(...(await faultsOfPicture(url, address)));
  }
  for (const sha256 of new Set(hidden)) {
    const { status } = await open(`${apis[0]!.url}/pictures/${sha256}-1.gif`);
    if (status !== 404) faults.push(`picture ${sha256} of a draft is public: ${status}`);
  }
  return faults.map((fault) => `${entry.id} at ${entry.path}, at quiet: ${fault}`);
}

async function faultsOfPicture(url: string, address: string): Promise<string[]> {
  const response = await open(url + address);
  const type = response.headers.get('Content-Type');
  const { byteLength } = await response.arrayBuffer();
  const isWhole =
    response.status === 200 && type === `image/${address.split('.')[1]}` && byteLength > 0;
  return isWhole ? [] : [`${address}: ${response.status}, ${type}, ${byteLength} bytes`];
}

const open = (address: string): Promise<Response> => patiently(() => fetch(address));

const UNNAMED = `FROM picture p WHERE NOT EXISTS (
  SELECT FROM revision_picture n WHERE n.account_id = p.account_id AND n.sha256 = p.sha256)`;
const HOUSEKEEPING_MS = 30_000;

/**
 * Makes all pictures old. Checks that housekeeping then removes the pictures that no revision names, and no other
 * pictures.
 */
export async function checkHousekeeping({
  database,
  workers,
}: Cluster): Promise<{ readonly removed: number; readonly violations: string[] }> {
  const count = async (what: string): Promise<number> =>
    (await sql<{ count: number }>(database.url, `SELECT count(*)::int AS count ${what}`))[0]!.count;
  const [all, removed] = [await count('FROM picture'), await count(UNNAMED)];
  await sql(database.url, `UPDATE picture SET put_at = put_at - interval '8 days'`);
  // A worker removes pictures when it starts, and then once an hour.
  await workers[0]!.stop();
  await workers[0]!.ensureRunning();
  const end = performance.now() + HOUSEKEEPING_MS;
  while ((await count(UNNAMED)) > 0 && performance.now() < end) await sleep(200);
  const [left, orphans] = [await count('FROM picture'), await count(UNNAMED)];
  return {
    removed,
    violations: [
      ...(orphans === 0 ? [] : [`${orphans} pictures are left that nothing names`]),
      ...(left === all - removed
        ? []
        : [`of ${all} pictures ${left} are left, ${removed} were unnamed`]),
    ],
  };
}
