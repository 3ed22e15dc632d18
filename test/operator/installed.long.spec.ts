import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';

const ROOT = join(import.meta.dirname, '../..');
const MINUTE_MS = 60_000;

describe('the command line, run by npm', () => {
  let database: FreshDatabase;
  let home: string;

  beforeAll(async () => {
    database = await freshDatabase();
    home = await mkdtemp(join(tmpdir(), 'imprimatur-home-'));
  });

  afterAll(async () => {
    await rm(home, { recursive: true, force: true });
    await database?.drop();
  });

  const npm = (...words: string[]) =>
    spawnSync('npm', words, {
      cwd: ROOT,
      encoding: 'utf8',
      env: {
        PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
        HOME: home,
        DATABASE_URL: database.url,
      },
    });

  it(
    'runs in the checkout, with only its own output on stdout [10.checkout]',
    () => {
      const made = npm(
        'run',
        '--silent',
        'cli',
        '--',
        'accounts',
        'create',
        '--name',
        'x',
        '--json',
      );
      expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' });
      expect(JSON.parse(made.stdout)).toMatchObject({ name: 'x', plan: 'free' });
      expect(npm('run', '--silent', 'cli', '--', 'nonsense').status).toBe(2);
    },
    2 * MINUTE_MS,
  );

  it(
    'runs as the command imprimatur of the package [10.installed]',
    () => {
      const listed = npm('exec', '--offline', '--', 'imprimatur', 'accounts', 'list', '--json');
      expect({ status: listed.status, stderr: listed.stderr }).toEqual({ status: 0, stderr: '' });
      expect(JSON.parse(listed.stdout)).toEqual(expect.any(Array));
    },
    MINUTE_MS,
  );
});
