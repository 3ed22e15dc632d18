import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { sql } from '../setup/sql.js';
import { Cli } from '../setup/cli.js';
import { folderOf } from './folder.js';

const PROJECT = join(import.meta.dirname, '../..');

interface Examined {
  ok: boolean;
  checks: { check: string; ok: boolean | null; found: string; advice: string | null }[];
}

const marks = ({ checks }: Examined) => checks.map(({ check, ok }) => [check, ok]);

describe('doctor', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());
  const found = async (env: Readonly<Record<string, string>>) =>
    (await new Cli({ DATABASE_URL: database.url, ...env }).run('doctor')).stdout.split('\n')[0];

  it('prints one line for each check, and finds nothing wrong in a good installation [10.doctor] [10.exit-done]', async () => {
    const { status, stdout, stderr } = await new Cli({ DATABASE_URL: database.url }).run('doctor');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n').map((line) => line.split(/\s+/).slice(0, 2))).toEqual([
      ['ok', 'configuration'],
      ['ok', 'database'],
      ['ok', 'migrations'],
      ['ok', 'queue'],
      ['ok', 'pictures'],
      [''],
    ]);
    expect(stdout).toMatch(
      /^ok {4}pictures {6}a test picture could be decoded; pictures stored: 0, with 0 bytes\.$/m,
    );
    expect(stdout).not.toContain('postgres://');
  });

  it('says whether other machines can reach the service, and what a proxy hides [10.doctor] [11.host]', async () => {
    expect(await found({})).toContain('listens at 0.0.0.0:3000 (reachable from other machines)');
    const behind = { HOST: '127.0.0.1', PUBLIC_BASE_URL: 'https://press.example' };
    expect(await found(behind)).toMatch(
      /listens at 127\.0\.0\.1:3000, .*TRUST_PROXY is false, so .* of clients\.$/,
    );
    expect(await found({ ...behind, TRUST_PROXY: '1' })).not.toContain('TRUST_PROXY');
  });

  it('names every wrong variable, and makes no further check [10.doctor] [10.exit-refused]', async () => {
    const cli = new Cli({ DATABASE_URL: database.url, PORT: 'wrong', ROLE: 'boss' });
    const { status, stdout, stderr } = await cli.run('doctor', '--json');
    const examined = JSON.parse(stdout) as Examined;
    expect(marks(examined)).toEqual([
      ['configuration', false],
      ['database', null],
      ['migrations', null],
      ['queue', null],
      ['pictures', null],
    ]);
    expect(examined.checks[0]!.found).toMatch(/PORT="wrong".*ROLE="boss".*[^.]$/);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'imprimatur: Something is wrong with: configuration.\n',
    });
  });

  const check = (file: string) =>
    new Cli({ DATABASE_URL: database.url, SIGNING_KEY_FILE: file }).run('doctor');

  it('checks the file that SIGNING_KEY_FILE names [10.doctor]', async () => {
    const folder = await folderOf();
    const write = async (type: 'ed25519' | 'ed448'): Promise<string> => {
      const file = join(folder, type);
      const { privateKey } = generateKeyPairSync(type as 'ed25519');
      await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }));
      return file;
    };
    expect((await check(await write('ed25519'))).stdout).toMatch(
      /^ok {4}signing key {3}an Ed25519/m,
    );
    for (const file of ['/no/such/file', await write('ed448')]) {
      const { status, stdout } = await check(file);
      expect(status).toBe(1);
      expect(stdout).toMatch(/^WRONG signing key {3}SIGNING_KEY_FILE is "/m);
    }
  });

  it('says what to do if the database does not answer [10.doctor]', async () => {
    const away = new Cli({ DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/none' });
    const { status, stdout } = await away.run('doctor');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^WRONG database .*ECONNREFUSED.*Start PostgreSQL/m);
    expect(stdout).not.toContain('hunter2');
  });

  it('says what to do if migrations are missing, and applies none [10.doctor]', async () => {
    const empty = await freshDatabase({ migrated: false });
    const cli = new Cli({ DATABASE_URL: empty.url });
    const { status, stdout } = await cli.run('doctor');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^WRONG migrations .*pending.*db migrate/m);
    expect(await sql(empty.url, `SELECT 1 FROM pg_tables WHERE tablename = 'account'`)).toEqual([]);
    await empty.drop();
  });

  it('says what to do if no picture can be decoded [10.doctor]', async () => {
    // Copies the installation without the program that decodes pictures.
    const root = await folderOf();
    await cp(join(PROJECT, 'dist'), join(root, 'dist'), { recursive: true });
    for (const name of ['node_modules', 'assets', 'package.json']) {
      await symlink(join(PROJECT, name), join(root, name));
    }
    await rm(join(root, 'dist/src/picture.process.js'));
    const environment = { PATH: process.env['PATH'], DATABASE_URL: database.url };
    const program = [join(root, 'dist/src/cli.js'), 'doctor'];
    const broken = spawnSync(process.execPath, program, { env: environment, cwd: root });
    expect(broken.status).toBe(1);
    expect(broken.stdout.toString()).toMatch(
      /^WRONG pictures .*No process could be started.*npm ci/m,
    );
  });

  it('reports that no worker takes due releases [10.doctor]', async () => {
    const { accountId } = await issueKey(database.url);
    await sql(
      database.url,
      `WITH made AS (INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, 'en', 'late', 1, now(), now()) RETURNING id, account_id)
       INSERT INTO release (publication_id, account_id, requested_version, requested_at, in_flight, attempts,
                            due_at, fencing_token)
       SELECT id, account_id, 1, now(), true, 0, now() - interval '45 seconds', 1 FROM made`,
      [accountId],
    );
    const { status, stdout } = await new Cli({ DATABASE_URL: database.url }).run('doctor');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^WRONG queue +jobs that wait: 1; the oldest is (?:4[5-9]|[5-9]\d|\d{3}) s late\. Start a process with ROLE=worker/m,
    );
  });
});
