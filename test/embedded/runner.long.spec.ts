import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { remaining, serverPid } from './processes.js';
import { cleanUp, newDataDir } from './scratch.js';
import { sql } from './sql.js';
import { passBy, SETTINGS, UserProcess } from './user-process.js';

/** The ordinary user `nobody`, with the ids that Debian uses. */
const ORDINARY = { uid: 65534, gid: 65534 };
const COREUTILS = ['env', 'ln', 'mkdir', 'mv', 'od', 'rm', 'tr'];
const isRoot = process.getuid?.() === 0;
/** Whether an ordinary user can read this checkout, which may be in a home directory that others cannot enter. */
const sharesCheckout =
  isRoot && spawnSync('test', ['-r', import.meta.filename], ORDINARY).status === 0;

afterEach(cleanUp);

describe.runIf(isRoot)('The embedded database of root', () => {
  it('runs as an unprivileged account, which owns the cluster', async () => {
    const dataDir = newDataDir();
    const database = await EmbeddedPostgres.open(dataDir, SETTINGS);
    const owner = statSync(join(dataDir, 'postgres/cluster')).uid;
    expect(owner).not.toBe(0);
    const everything = Object.values(remaining(dataDir)).flat();
    expect(new Set(everything.map((pid) => ownerOf(pid)))).toEqual(new Set([owner]));
    await database.close();
  });

  it('runs below a folder that only root can enter, survives the kill of a process that uses it, and stops with the last such process', async () => {
    const dataDir = newDataDir(0o700);
    const user = await UserProcess.start(dataDir);
    expect(statSync(join(dataDir, 'postgres/cluster')).uid).toBe(0);
    await sql(user.url, 'CREATE TABLE visit (id int GENERATED ALWAYS AS IDENTITY)');
    const companion = await UserProcess.start(dataDir);
    await user.kill();
    expect(await sql(companion.url, 'SELECT count(*)::int AS visits FROM visit')).toEqual([
      { visits: 0 },
    ]);
    await companion.close();
    expect(remaining(dataDir)).toEqual({ supervisors: [], servers: [] });
    await passBy(dataDir, 2);
  });

  it('does not start, and says why, if no account can reach the files', async () => {
    const dataDir = newDataDir(0o700);
    const env = { PATH: pathTo(dataDir, 'sh', 'flock') };
    await expect(UserProcess.start(dataDir, { env })).rejects.toThrow('refuses to run as root');
  });
});

describe.runIf(sharesCheckout)('The embedded database of an ordinary user', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = newDataDir();
    chownSync(dirname(dataDir), ORDINARY.uid, ORDINARY.gid);
  });

  it('runs as that user, also while and after root uses it', async () => {
    const user = await UserProcess.start(dataDir, ORDINARY);
    await sql(user.url, 'CREATE TABLE visit (id int GENERATED ALWAYS AS IDENTITY)');
    expect(ownerOf(serverPid(dataDir))).toBe(ORDINARY.uid);
    await passBy(dataDir, 1);
    await user.close();
    await passBy(dataDir, 1);
    const again = await UserProcess.start(dataDir, ORDINARY);
    expect(await sql(again.url, 'SELECT count(*)::int AS visits FROM visit')).toEqual([
      { visits: 2 },
    ]);
    await again.close();
    expect(remaining(dataDir)).toEqual({ supervisors: [], servers: [] });
  });

  it('runs as that user even if root created it', async () => {
    await (await EmbeddedPostgres.open(dataDir, SETTINGS)).close();
    const user = await UserProcess.start(dataDir, ORDINARY);
    expect(ownerOf(serverPid(dataDir))).toBe(ORDINARY.uid);
    await user.close();
  });

  it('does not start for another user, and says why', async () => {
    await (await EmbeddedPostgres.open(dataDir, SETTINGS)).close();
    const other = { uid: 1, gid: 1 };
    await expect(UserProcess.start(dataDir, other)).rejects.toThrow(
      `belongs to user id ${ORDINARY.uid}, and this process runs as 1`,
    );
  });
});

describe('The embedded database on a system without flock', () => {
  it('takes its locks with Perl', async () => {
    const dataDir = newDataDir();
    const env = { PATH: pathTo(dataDir, 'sh', 'perl', 'unshare', ...COREUTILS) };
    const first = await UserProcess.start(dataDir, { env });
    const second = await UserProcess.start(dataDir, { env });
    await first.kill();
    expect(await sql(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.close();
    expect(remaining(dataDir)).toEqual({ supervisors: [], servers: [] });
  });
});

/** Makes a folder with links to these programs only. Returns the path of the folder, for use as `PATH`. */
function pathTo(dataDir: string, ...programs: string[]): string {
  const bin = join(dirname(dataDir), 'bin');
  mkdirSync(bin);
  for (const program of programs) {
    const found = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
    symlinkSync(found.stdout.trim(), join(bin, program));
  }
  return bin;
}

function ownerOf(pid: number): number {
  const [, uid] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(uid);
}
