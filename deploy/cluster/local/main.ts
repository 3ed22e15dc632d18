/**
 * The cluster of `deploy/cluster` on this machine's loopback, without containers: `npm run cluster`. This command
 * installs nothing. SIGTERM or SIGINT stops the cluster and deletes its files.
 */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LocalCluster } from './local-cluster.js';
import { poolMode } from './proxies.js';

const ROOT = join(import.meta.dirname, '../../../..');
const DEFAULT_PORT = '8080';

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());

try {
  const { values } = parseArgs({ options: { port: { type: 'string', default: DEFAULT_PORT } } });
  const begun = performance.now();
  const { signal } = stop;
  const cluster = await LocalCluster.start({ root: ROOT, port: Number(values.port), signal });
  try {
    const seconds = Math.round((performance.now() - begun) / 1_000);
    process.stdout.write(await welcome(cluster, seconds));
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await cluster.stop();
  }
} catch (error) {
  if (!stop.signal.aborted) report(error);
}

function report(error: unknown): void {
  process.stderr.write(`cluster: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function welcome(cluster: LocalCluster, seconds: number): Promise<string> {
  const account = (await cluster.operate('accounts', 'create', '--name', 'demo')) as { id: string };
  const issue = [
    'keys',
    'issue',
    '--account',
    account.id,
    '--name',
    'demo',
    '--scopes',
    'read,write,publish',
  ];
  const { key } = (await cluster.operate(...issue)) as { key: string };
  const { directory } = cluster.context;
  const keyFile = join(directory, 'demo-key');
  await writeFile(keyFile, `${key}\n`, { mode: 0o600 });
  const header = `-H "Authorization: Bearer $(cat ${keyFile})" -H 'Content-Type: application/json'`;
  const primary = await cluster.primary();
  const nodes = cluster.nodes.map(
    (node) =>
      `  node${node.number}    ${node.restUrl}/patroni${node === primary ? '   (primary)' : ''}`,
  );
  return `
The cluster is up after ${seconds} s: three PostgreSQL under Patroni, three etcd, HAProxy, PgBouncer (${poolMode(cluster.context)} mode),
two API processes and two workers. Ctrl+C stops the cluster and deletes its files.

  Service  ${cluster.url}
  Logs     ${directory}/*.log
${nodes.join('\n')}

ID=$(curl -sS ${cluster.url}/api/v1/publications ${header} -H 'Idempotency-Key: first-document' -d '{"locale":"en","slug":"hello-world","title":"Hello, world","content":"The *first* document."}' | sed -n 's/.*"id":"\\([^"]*\\)".*/\\1/p')

curl -sS "${cluster.url}/api/v1/publications/$ID/publish" ${header} -H 'Idempotency-Key: first-publish' -H 'Prefer: wait=10' -d '{"expectedVersion":1}'

curl -sS ${cluster.url}/en/hello-world

curl -sS '${cluster.url}/search?q=hello'

`;
}
