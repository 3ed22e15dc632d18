// `npm run conformance`: starts a service, and runs the official suite, the Inspector and Redocly's lint of the OpenAPI
// document against that service. The tools need Node 22 or newer, which npx installs with the tools. For this, npx
// needs a package registry.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyProxy } from './key-proxy.mjs';

const NODE = ['-p', 'node@24'];
const SUITE = '@modelcontextprotocol/conformance';
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const REDOCLY = '@redocly/cli@2.77.0';
const HERE = import.meta.dirname;

const directory = await mkdtemp(join(tmpdir(), 'imprimatur-conformance-'));
const port = await freePort();
const url = new URL(`http://127.0.0.1:${port}/mcp`);
const service = spawn(process.execPath, [join(HERE, '../../dist/src/main.js')], {
  cwd: directory,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env.PATH,
    PORT: String(port),
    PUBLIC_BASE_URL: url.origin,
    METRICS_PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
  },
});
const stopped = once(service, 'exit');
let proxy;
try {
  await ready();
  const key = (await readFile(join(directory, '.data/demo-key'), 'utf8')).trim();
  proxy = await keyProxy(url, key);
  const proxied = `http://127.0.0.1:${proxy.address().port}/mcp`;
  await conformance('0.1.16', 'expected-2025-11-25.yml', proxied, []);
  await conformance('0.2.0-alpha.12', 'expected-2026-07-28.yml', proxied, [
    '--requirements',
    '2026-07-28',
  ]);
  for (const era of ['legacy', 'modern', 'auto']) {
    await inspector(era, url.href, `--header=Authorization: Bearer ${key}`);
    await inspector(era, `${url.href}/public`);
  }
  await openApiLint();
} finally {
  proxy?.close();
  service.kill();
  await stopped;
  await rm(directory, { recursive: true });
}

/** Runs the scenarios. The scenarios in the committed list must fail, and all other scenarios must pass. */
async function conformance(version, expected, address, options) {
  const list = join(HERE, expected);
  const words = ['server', '--url', address, '--expected-failures', list, ...options];
  const written = await npx(`${SUITE}@${version}`, 'conformance', words);
  process.stdout.write(
    `conformance ${version} ${written.slice(written.lastIndexOf('=== SUMMARY ==='))}\n`,
  );
}

/** Lists the tools of an endpoint. A schema that some host cannot use is an error. */
async function inspector(era, endpoint, ...options) {
  await npx(INSPECTOR, 'mcp-inspector', [
    '--cli',
    endpoint,
    '--transport=http',
    `--protocol-era=${era}`,
    ...options,
    '--method=tools/list',
    '--strict',
  ]);
  process.stdout.write(`inspector: the tools of ${endpoint} are portable (${era})\n`);
}

/** Checks the rules that Redocly recommends. A warning is a fault, too. */
async function openApiLint() {
  const file = join(directory, 'openapi.json');
  const document = await fetch(new URL('/openapi.json', url));
  await writeFile(file, await document.text());
  const { totals, problems } = JSON.parse(
    await npx(REDOCLY, 'redocly', ['lint', file, '--format=json']),
  );
  if (totals.errors + totals.warnings > 0) throw new Error(JSON.stringify(problems, null, 2));
  process.stdout.write('redocly: the OpenAPI document has no warning\n');
}

async function npx(packed, command, words) {
  const child = spawn('npx', ['--yes', ...NODE, '-p', packed, command, ...words], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOME: directory, npm_config_userconfig: userConfig() },
  });
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (written += text));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${packed} ended with ${code}:\n${written}`);
  return written;
}

/**
 * Returns the path of the user's npm configuration. npm would look for this file in HOME. Here, HOME is a new folder,
 * in which the tools store their files.
 */
function userConfig() {
  return process.env.npm_config_userconfig ?? join(process.env.HOME ?? '', '.npmrc');
}

async function ready() {
  for (;;) {
    if (service.exitCode !== null) throw new Error('The service has ended.');
    const answer = await fetch(new URL('/health/ready', url)).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
}

async function freePort() {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: free } = server.address();
  server.close();
  return free;
}
