import { createHash } from 'node:crypto';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cli, LastingCli } from '../setup/cli.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { sql } from '../setup/sql.js';
import { folderOf } from './folder.js';

interface Line {
  readonly previous: string | null;
  readonly time: string;
  readonly id: string;
  readonly action: string;
  readonly sha256: string;
}

let database: FreshDatabase;
let cli: LastingCli;
let accountId: string;
beforeAll(async () => {
  database = await freshDatabase();
  cli = new LastingCli({ DATABASE_URL: database.url });
  await cli.json('accounts', 'create', '--name', 'Newsroom');
  ({ id: accountId } = await cli.json<{ id: string }>('accounts', 'create', '--name', 'Another'));
  await created();
});
afterAll(async () => {
  await cli.close();
  await database.drop();
});

/** Stores the audit row of a create, and returns the id of its document. */
async function created(): Promise<string> {
  const [row] = await sql<{ id: string }>(
    database.url,
    `INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel, request_id)
     VALUES (gen_random_uuid(), $1, 'create', gen_random_uuid(), 1, 'k', 'http', 'r')
     RETURNING publication_id AS id`,
    [accountId],
  );
  return row!.id;
}

const run = (...words: string[]) => cli.run('audit', 'list', '--json-lines', ...words);

async function lines(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(...words);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

const parsed = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

/** Makes three writes, puts all audit lines so far into a file, and returns the path of the file. */
async function exported(): Promise<string> {
  for (let write = 0; write < 3; write += 1) await created();
  const file = join(await folderOf(), 'audit.jsonl');
  await writeFile(file, await lines());
  return file;
}

describe('audit list --json-lines', () => {
  it('[10.audit-lines] writes the rows of the audit, each with its own hash and the hash of the line before', async () => {
    const text = await lines();
    let previous: string | null = null;
    for (const line of text.split('\n').slice(0, -1)) {
      const { previous: named, sha256 } = JSON.parse(line) as Line;
      const [hashed] = line.split(',"sha256":"');
      expect(named).toBe(previous);
      expect(sha256).toBe(createHash('sha256').update(hashed!).digest('hex'));
      previous = sha256;
    }
    const entries = parsed(text).map(({ previous: _, sha256: __, ...entry }) => entry);
    expect(entries).toEqual(await cli.json('audit', 'list'));
    expect(entries.length).toBeGreaterThan(1);
  });

  it('[10.audit-lines] writes the same lines from the same start every time', async () => {
    const all = await lines();
    expect(await lines()).toBe(all);
    const { time } = parsed(all)[1]!;
    const later = await lines('--since', time);
    expect(await lines('--since', time)).toBe(later);
    expect(parsed(later)[0]!.previous).toBeNull();
    const ofAccount = await lines('--account', accountId);
    expect(parsed(ofAccount).length).toBeLessThan(parsed(all).length);
    expect(await lines('--account', accountId)).toBe(ofAccount);
  });

  it('[10.audit-after] continues after the last line of a file; the result equals a single export', async () => {
    const file = join(await folderOf(), 'audit.jsonl');
    await writeFile(file, '');
    for (let time = 0; time < 3; time += 1) {
      await created();
      await appendFile(file, await lines('--after', file));
    }
    expect(await lines('--after', file)).toBe('');
    expect(await readFile(file, 'utf8')).toBe(await lines());
  });

  it('[10.audit-after] misses no row, although the clock of the database goes back', async () => {
    const file = join(await folderOf(), 'audit.jsonl');
    await created();
    await writeFile(file, await lines());
    const at = new Date(Date.now() - 3_600_000);
    await sql(
      database.url,
      `INSERT INTO operator_action (id, action, operator, details, created_at)
       VALUES (gen_random_uuid(), 'after the clock went back', 'somebody', '{}', $1)`,
      [at],
    );
    await created();
    await appendFile(file, await lines('--after', file));
    const text = await readFile(file, 'utf8');
    expect(text).toContain('after the clock went back');
    expect(text).toBe(await lines());
    expect(await lines('--since', at.toISOString())).toContain('after the clock went back');
  });

  it('[10.audit-after] misses no row of a transaction that is still running', async () => {
    const slow = new Client({ connectionString: database.url });
    await slow.connect();
    await slow.query('BEGIN');
    await slow.query(
      `INSERT INTO operator_action (id, action, operator, details)
       VALUES (gen_random_uuid(), 'slow action', 'somebody', '{}')`,
    );
    const id = await created();
    const waiting = lines();
    await slow.query('SELECT pg_sleep(1)');
    await slow.query('COMMIT');
    await slow.end();
    const entries = parsed(await waiting);
    const [before, after] = entries.slice(-2);
    expect(before).toMatchObject({ action: 'slow action' });
    expect(after).toMatchObject({ action: 'create', publicationId: id });
  });

  it('[10.audit-after] refuses --after with a missing file, with a folder or a device, with a file whose last line is incomplete, and with --since', async () => {
    const file = await exported();
    await appendFile(file, '{"previous":');
    expect(await run('--after', file)).toEqual({
      status: 1,
      stdout: '',
      stderr: `imprimatur: The last line of ${file} is incomplete: remove it, then continue after the line before it.\n`,
    });
    expect((await run('--after', `${file}.no`)).stderr).toMatch(
      / cannot be opened \(ENOENT\)\.\n$/,
    );
    for (const path of [dirname(file), '/dev/null']) {
      expect(await run('--after', path)).toEqual({
        status: 1,
        stdout: '',
        stderr: `imprimatur: ${path} must be a regular file, not a folder, a pipe or a device.\n`,
      });
    }
    expect((await run('--after', file, '--since', '1h')).status).toBe(2);
  });
});

/** Returns the report of `verify`, which runs without any setting. */
async function report(file: string) {
  const { status, stdout, stderr } = await new Cli({}).run('verify', file, '--json');
  return { status, stderr, ...(JSON.parse(stdout) as Record<string, unknown>) };
}

describe('verify FILE.jsonl', () => {
  it('[10.verify-audit] accepts an unchanged file, and reports the hash of the last line', async () => {
    const file = await exported();
    const all = parsed(await readFile(file, 'utf8'));
    const last = all.at(-1)!;
    expect(await report(file)).toMatchObject({
      status: 0,
      valid: true,
      lines: all.length,
      lastTime: last.time,
      lastSha256: last.sha256,
    });
    await writeFile(file, '');
    expect(await report(file)).toMatchObject({ status: 0, lines: 0, lastSha256: null });
  });

  it('[10.verify-audit] names the first line that was changed, removed, inserted or moved', async () => {
    const file = await exported();
    const all = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
    const faults: [change: (lines: string[]) => string[], says: string][] = [
      [(now) => now.with(2, now[2]!.replace('"channel":"', '"channel":"x')), 'line 3 was changed'],
      [(now) => now.toSpliced(1, 1), 'line 2 does not follow the line before it'],
      [(now) => now.toSpliced(1, 0, now[0]!), 'line 2 does not follow the line before it'],
      [(now) => [now[0]!, now[2]!, now[1]!], 'line 2 does not follow the line before it'],
      [
        (now) => now.slice(1),
        'line 1 is not the first line of the audit: lines before it are missing',
      ],
    ];
    for (const [change, says] of faults) {
      await writeFile(file, `${change(all).join('\n')}\n`);
      expect(await report(file)).toMatchObject({
        status: 1,
        failed: ['audit'],
        stderr: `imprimatur: Audit: ${says}.\n`,
      });
    }
    await writeFile(file, all.join('\n'));
    expect(await report(file)).toMatchObject({ status: 1, lines: all.length - 1 });
  });

  it('[10.verify-audit] finds each of 1,000 flipped bits', async () => {
    const file = await exported();
    const bytes = await readFile(file);
    const { verifyAudit } = await import('../../src/signatures/verify/verify-audit.js');
    for (let flip = 0; flip < 1_000; flip += 1) {
      const bit = (flip * 7_919) % (bytes.length * 8);
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      const before = bytes.subarray(0, bit >> 3).filter((byte) => byte === 0x0a).length;
      const { failures, lines: fit } = await verifyAudit(chunksOf(changed));
      expect([failures.length, fit], `bit ${bit}`).toEqual([1, before]);
    }
  });
});

/** Cuts bytes into chunks, without regard to line ends. */
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += 1_000) {
    yield await Promise.resolve(bytes.subarray(start, start + 1_000));
  }
}
