import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryToSignIn } from '../desk/person.js';
import { remaining } from '../embedded/processes.js';
import { Cli } from '../setup/cli.js';
import { client } from '../setup/client.js';
import { freePort } from '../setup/free-port.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { type Service, startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';
import { logLines } from './log-lines.js';

const run = promisify(execFile);

let directory: string;
let service: Service;
let keyFile: string;
let key: string;

/** Returns the output of an operator command on the database in a data directory. */
const operator = (dataDir: string, ...words: string[]): Promise<unknown> =>
  new Cli({ DATA_DIR: dataDir }).json(...words);

/** Returns the part of the output before the first log line. */
const textOf = (output: string): string => output.slice(0, output.search(/^\{/m));

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "imprimatur's first "));
  service = await startService({ directory });
  keyFile = join(service.dataDir, 'demo-key');
  key = (await readFile(keyFile, 'utf8')).trimEnd();
});

afterAll(async () => {
  await service.stop();
  await rm(directory, { recursive: true, maxRetries: 20 });
});

describe('the first start', () => {
  it('[12.demo-account] creates the account demo with one key that has all scopes', async () => {
    const accounts = (await operator(service.dataDir, 'accounts', 'list')) as { id: string }[];
    expect(accounts).toMatchObject([
      { name: 'demo', plan: 'free', status: 'active', dailyWriteLimit: 100 },
    ]);
    const id = accounts[0]!.id;
    expect(await operator(service.dataDir, 'keys', 'list', '--account', id)).toMatchObject([
      { accountId: id, scopes: ['read', 'write', 'publish'], expiresAt: null, revokedAt: null },
    ]);
    expect((await client(service.url, key).usage()).body.accountId).toBe(id);
  });

  it('[12.demo-key-file] writes the key to a file that only its owner can read', async () => {
    expect(await readFile(keyFile, 'utf8')).toMatch(/^imp_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}\n$/);
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  });

  it('[12.demo-approver] creates an approver, and writes the sign-in key to a file that only its owner can read', async () => {
    const file = join(service.dataDir, 'demo-sign-in-key');
    const signInKey = await readFile(file, 'utf8');
    expect(signInKey).toMatch(/^imp_person_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}\n$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await tryToSignIn(service.url, signInKey.trim())).status).toBe(303);
    expect(service.output()).not.toContain(signInKey.trim());
    const approvers = await operator(service.dataDir, 'approvers', 'list', '--account', 'demo');
    expect(approvers).toMatchObject([{ name: 'You', revokedAt: null }]);
  });

  it('[12.first-start-plain] prints plain text before the first log line, without the key', async () => {
    const text = textOf(service.output());
    expect(text).toMatch(/^\nImprimatur is running\. /);
    expect(text).toMatch(/^[\n -~]*$/);
    expect(service.output()).not.toContain(key);
    expect(logLines(service.output()).length).toBeGreaterThan(0);
  });

  it('[12.first-start-places] prints the addresses of the API, MCP, the docs, the site and the desk, and the paths of the data folder and the key files', () => {
    const { url, dataDir } = service;
    expect(textOf(service.output())).toContain(`
  API    ${url}/api/v1
  MCP    ${url}/mcp
  Docs   ${url}/docs
  Site   ${url}
  Desk   ${url}/desk
         sign in with the key in ${join(dataDir, 'demo-sign-in-key')}
  Data   ${dataDir}
  Key    ${keyFile}
`);
  });

  it('[12.first-start-curl] prints shell commands that create, publish, read and find a document', async () => {
    const lines = textOf(service.output()).match(/^(ID=|curl ).*$/gm) ?? [];
    expect(lines).toHaveLength(4);
    const [create, publish, page, search] = lines;
    const marker = '----';
    const script = [create, 'echo "$ID"', publish, page, search].join(`\necho; echo ${marker}\n`);
    const { stdout, stderr } = await run('sh', ['-c', script], { cwd: '/' });
    const [, id, published, html, found] = stdout.split(`\n${marker}\n`);
    expect(stderr).toBe('');
    expect(id).toMatch(/^[0-9a-f-]{36}\n*$/);
    expect(JSON.parse(published!)).toMatchObject({
      id: id!.trim(),
      state: 'published',
      indexStatus: 'ready',
    });
    expect(html).toContain('<title>Hello, world');
    expect(found).toContain('/en/hello-world');
  });
});

describe('the end of the first run', () => {
  it('[11.database-url] [12.drain-exit] has exit code 0, and leaves no warning in the log and no process', async () => {
    expect(remaining(service.dataDir).servers.length).toBeGreaterThan(0);
    expect(await service.stop()).toBe(0);
    expect(remaining(service.dataDir)).toEqual({ supervisors: [], servers: [] });
    expect(service.output()).not.toMatch(/"level":"(warn|error|fatal)"/);
    expect(service.complaints()).toBe('');
  });
});

describe('a later start', () => {
  it('[12.demo-once] creates no account and no key, even if the key file was deleted, and prints no text, but logs the addresses and the data folder', async () => {
    await rm(keyFile);
    service = await startService({ directory });
    expect(await operator(service.dataDir, 'accounts', 'list')).toHaveLength(1);
    await expect(stat(keyFile)).rejects.toThrow('ENOENT');
    expect((await client(service.url, key).usage()).status).toBe(200);
    expect(textOf(service.output())).toBe('');
    const started = logLines(service.output()).find(({ msg }) => msg === 'The service is running.');
    expect(started).toMatchObject({
      api: `${service.url}/api/v1`,
      mcp: `${service.url}/mcp`,
      docs: `${service.url}/docs`,
      site: service.url,
      data: service.dataDir,
    });
  });
});

describe('a start with an existing account', () => {
  it('[12.demo-once] creates no account and no key file', async () => {
    const other = await mkdtemp(join(tmpdir(), 'imprimatur-own-'));
    const dataDir = join(other, '.data');
    await operator(dataDir, 'accounts', 'create', '--name', 'Ours');
    const started = await startService({ directory: other });
    expect(await operator(dataDir, 'accounts', 'list')).toMatchObject([{ name: 'Ours' }]);
    await expect(stat(join(dataDir, 'demo-key'))).rejects.toThrow('ENOENT');
    await started.stop();
    await rm(other, { recursive: true, maxRetries: 20 });
  });
});

describe('a start whose key file cannot be written', () => {
  it('ends even while clients keep requesting its readiness, and creates no account, so the next start counts as the first', async () => {
    const other = await mkdtemp(join(tmpdir(), 'imprimatur-blocked-'));
    const dataDir = join(other, '.data');
    await mkdir(join(dataDir, 'demo-key/in-the-way'), { recursive: true });
    const PORT = String(await freePort());
    const asking = new AbortController();
    const askers = Array.from({ length: 8 }, () => keepAsking(Number(PORT), asking.signal));
    try {
      const start = startService({ directory: other, env: { PORT } });
      await expect(start).rejects.toThrow('demo-key');
    } finally {
      asking.abort();
    }
    expect((await Promise.all(askers)).some((answers) => answers > 0)).toBe(true);
    expect(await operator(dataDir, 'accounts', 'list')).toEqual([]);
    await rm(join(dataDir, 'demo-key'), { recursive: true });
    await writeFile(join(dataDir, 'demo-key'), 'old', { mode: 0o666 });
    const started = await startService({ directory: other });
    expect(await readFile(join(dataDir, 'demo-key'), 'utf8')).toMatch(/^imp_/);
    expect((await stat(join(dataDir, 'demo-key'))).mode & 0o777).toBe(0o600);
    await started.stop();
    await rm(other, { recursive: true, maxRetries: 20 });
  });
});

/** Sends requests until `signal` is aborted, on one connection if possible. Returns the number of answers. */
async function keepAsking(port: number, signal: AbortSignal): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let answers = 0;
  while (!signal.aborted) {
    try {
      const request = get({ port, host: '127.0.0.1', path: '/health/ready', agent, signal });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
      answers += 1;
    } catch {
      await sleep(5);
    }
  }
  agent.destroy();
  return answers;
}

describe('two first starts at the same time', () => {
  it('[12.demo-account] create only one account', async () => {
    const other = await mkdtemp(join(tmpdir(), 'imprimatur-two-'));
    const both = await Promise.all([
      startService({ directory: other }),
      startService({ directory: other }),
    ]);
    expect(both.filter((each) => textOf(each.output()) !== '')).toHaveLength(1);
    expect(await operator(join(other, '.data'), 'accounts', 'list')).toHaveLength(1);
    await Promise.all(both.map((each) => each.stop()));
    await rm(other, { recursive: true, maxRetries: 20 });
  });
});

describe('a start with DATABASE_URL', () => {
  it('[12.demo-never-own-database] [11.database-url] creates no account and no data folder, and prints no text', async () => {
    const database = await freshDatabase();
    const started = await startService({ databaseUrl: database.url });
    expect(await sql(database.url, 'SELECT FROM account')).toEqual([]);
    expect(textOf(started.output())).toBe('');
    await expect(stat(started.dataDir)).rejects.toThrow('ENOENT');
    await started.stop();
    await database.drop();
  });
});
