import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { isRunning, kill, remaining, serverPid, until } from './processes.js';
import { cleanUp, killRemaining, newDataDir } from './scratch.js';
import { sql } from './sql.js';
import { launch, SETTINGS, UserProcess } from './user-process.js';

let dataDir: string;
afterEach(killRemaining);
afterAll(cleanUp);

describe('The embedded database after service, supervisor and server were killed', () => {
  beforeAll(() => {
    dataDir = newDataDir();
  });

  it('starts again with every committed row', async () => {
    await killEverything(await userWithRow());
    await expectRow();
  });

  it('ends processes of a killed server that are still busy', async () => {
    const user = await userWithRow();
    await sql(
      user.url,
      `CREATE FUNCTION stay_busy() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
         WHILE clock_timestamp() < now() + interval '60 s' LOOP END LOOP;
       END $$`,
    );
    const busy = sql(user.url, 'SELECT stay_busy()');
    const outcome = busy.then(
      () => 'answered',
      () => 'failed',
    );
    await until(() => remaining(dataDir).servers.some((pid) => isSelecting(pid)));
    const busyPid = remaining(dataDir).servers.find(isSelecting)!;
    await killEverything(user, [serverPid(dataDir)]);
    expect(isRunning(busyPid)).toBe(true);
    await expectRow();
    expect(isRunning(busyPid)).toBe(false);
    expect(await outcome).toBe('failed');
  });

  it('starts although postmaster.pid now holds the id of a foreign process', async () => {
    await killEverything(await userWithRow());
    const stranger = spawnAsServer('sleep', ['60']);
    writeServerPid(stranger.pid!);
    await expectRow();
    expect(isRunning(stranger.pid!)).toBe(true);
    stranger.kill('SIGKILL');
  });
});

describe('The embedded database whose first start was killed', () => {
  beforeEach(() => {
    dataDir = newDataDir();
  });

  it('creates the cluster again when initdb was killed as well', async () => {
    await killDuringInitdb();
    for (const pid of remaining(dataDir).servers) kill(pid);
    const database = await EmbeddedPostgres.open(dataDir, SETTINGS);
    expect(await sql(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.close();
  });

  it('waits for an initdb that outlived the process that started it, and then creates the cluster again', async () => {
    await killDuringInitdb();
    expect(remaining(dataDir).servers).not.toEqual([]);
    const database = await EmbeddedPostgres.open(dataDir, SETTINGS);
    expect(await sql(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.close();
  });
});

async function userWithRow(): Promise<UserProcess> {
  const user = await UserProcess.start(dataDir);
  await sql(user.url, 'CREATE TABLE IF NOT EXISTS survivor AS SELECT 7 AS number');
  return user;
}

async function expectRow(): Promise<void> {
  const database = await EmbeddedPostgres.open(dataDir, SETTINGS);
  expect(await sql(database.url, 'SELECT number FROM survivor')).toEqual([{ number: 7 }]);
  await database.close();
  expect(remaining(dataDir)).toEqual({ supervisors: [], servers: [] });
}

async function killEverything(
  user: UserProcess,
  servers = remaining(dataDir).servers,
): Promise<void> {
  const { supervisors } = remaining(dataDir);
  for (const pid of [...servers, user.pid, ...supervisors]) kill(pid);
  await user.kill();
  await until(() => [...servers, ...supervisors].every((pid) => !isRunning(pid)));
  expect(existsSync(pidFile())).toBe(true);
}

function isSelecting(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('SELECT');
}

/**
 * Starts a process as the user that owns the cluster. PostgreSQL may send signals to a process of this user, and
 * therefore takes the process for a server.
 */
function spawnAsServer(command: string, args: string[]): ChildProcess {
  const { uid, gid } = statSync(join(dataDir, 'postgres/cluster'));
  return spawn(command, args, process.getuid?.() === 0 ? { uid, gid } : {});
}

function pidFile(): string {
  return join(dataDir, 'postgres/cluster/postmaster.pid');
}

function writeServerPid(pid: number): void {
  writeFileSync(pidFile(), readFileSync(pidFile(), 'utf8').replace(/^\d+/, String(pid)));
}

async function killDuringInitdb(): Promise<void> {
  const service = launch('user', [dataDir, JSON.stringify(SETTINGS)]);
  await until(() => existsSync(join(dataDir, 'postgres/cluster.unfinished/PG_VERSION')));
  service.kill('SIGKILL');
  await once(service, 'exit');
  expect(existsSync(join(dataDir, 'postgres/cluster'))).toBe(false);
}
