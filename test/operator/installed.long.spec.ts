import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
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

  const npmAt =
    (cwd: string, more: Readonly<Record<string, string>> = {}) =>
    (...words: string[]) =>
      spawnSync('npm', words, {
        cwd,
        encoding: 'utf8',
        env: {
          PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
          HOME: home,
          DATABASE_URL: database.url,
          ...more,
        },
      });
  const npm = npmAt(ROOT);
  const prune = (...words: string[]) =>
    npmAt(ROOT, { NODE_ENV: 'production' })('prune', '--dry-run', '--offline', ...words).stdout;

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

  it(
    'keeps the packages of development with NODE_ENV=production, and an installation can remove them [12.built]',
    () => {
      expect(prune()).not.toMatch(/^remove /m);
      expect(prune('--omit=dev', '--include=prod')).toMatch(/^remove vitest /m);
    },
    MINUTE_MS,
  );

  it(
    'runs in an installation without the packages of development [10.installed] [12.built]',
    async () => {
      const root = join(home, 'installed');
      await mkdir(join(root, 'node_modules'), { recursive: true });
      await cp(join(ROOT, 'dist'), join(root, 'dist'), { recursive: true });
      for (const name of await readdir(join(ROOT, 'node_modules'))) {
        if (['@types', 'vitest'].includes(name)) continue;
        await symlink(join(ROOT, 'node_modules', name), join(root, 'node_modules', name));
      }
      for (const name of ['assets', 'skills', 'build.mjs', 'package.json', '.npmrc']) {
        await cp(join(ROOT, name), join(root, name), { recursive: true });
      }
      const installed = npmAt(root, { NODE_ENV: 'production', PORT: 'wrong' });
      const helped = installed('run', '--silent', 'cli', '--', 'doctor', '--help');
      expect({ status: helped.status, stderr: helped.stderr }).toEqual({ status: 0, stderr: '' });
      const started = installed('run', '--silent', 'start');
      expect(started.status).toBe(1);
      expect(started.stderr).toContain('PORT="wrong"');
      await rm(join(root, 'dist'), { recursive: true });
      const unbuilt = installed('run', '--silent', 'start');
      expect(unbuilt).toMatchObject({
        status: 1,
        stderr: 'Nothing is built here. Run: npm ci && npm run build\n',
      });
    },
    MINUTE_MS,
  );
});
