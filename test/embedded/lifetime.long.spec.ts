import { mkdirSync, rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { isRunning, remaining, serverPid, until } from './processes.js';
import { cleanUp, killRemaining, newDataDir } from './scratch.js';
import { sql } from './sql.js';
import { passBy, SETTINGS, UserProcess } from './user-process.js';

const NOTHING = { supervisors: [], servers: [] };

/** All tests use one data directory, because a start must cope with the files that the previous test left. */
let dataDir: string;
beforeAll(() => {
  dataDir = newDataDir();
});
afterEach(killRemaining);
afterAll(cleanUp);

describe('The embedded database with several processes', () => {
  it('starts for its first user, and has stopped when that user has closed it', async () => {
    const database = await EmbeddedPostgres.open(dataDir, SETTINGS);
    expect(await sql(database.url, 'SELECT current_database() AS name')).toEqual([
      { name: 'imprimatur' },
    ]);
    await Promise.all([database.close(), database.close()]);
    await database.close();
    expect(remaining(dataDir)).toEqual(NOTHING);
  });

  it('keeps running for a second process when the process that started it closes first', async () => {
    const first = await UserProcess.start(dataDir);
    const second = await UserProcess.start(dataDir);
    expect(second.url).toBe(first.url);
    await first.close();
    expect(await sql(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.close();
    expect(remaining(dataDir)).toEqual(NOTHING);
  });

  it('keeps running for a second process when the process that started it is killed', async () => {
    const first = await UserProcess.start(dataDir);
    const second = await UserProcess.start(dataDir);
    await first.kill();
    await until(() => remaining(dataDir).supervisors.length === 1);
    expect(await sql(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.close();
    expect(remaining(dataDir)).toEqual(NOTHING);
  });

  it('stops automatically when its only user is killed, or ends without closing it', async () => {
    const killed = await UserProcess.start(dataDir);
    await killed.kill();
    await until(() => Object.values(remaining(dataDir)).flat().length === 0);
    const careless = await UserProcess.start(dataDir);
    await careless.exit();
    await until(() => Object.values(remaining(dataDir)).flat().length === 0);
  });

  it('serves five processes that open and close it 40 times in total, and then stops', async () => {
    const service = await EmbeddedPostgres.open(dataDir, SETTINGS);
    await sql(service.url, 'CREATE TABLE visit (id int GENERATED ALWAYS AS IDENTITY)');
    await service.close();
    await Promise.all([1, 2, 3, 4, 5].map(() => passBy(dataDir, 8)));
    expect(remaining(dataDir)).toEqual(NOTHING);
    const later = await EmbeddedPostgres.open(dataDir, SETTINGS);
    expect(await sql(later.url, 'SELECT count(*)::int AS visits FROM visit')).toEqual([
      { visits: 40 },
    ]);
    await later.close();
  });

  it('is not stopped by Ctrl-C, which reaches every process of the terminal', async () => {
    const user = await UserProcess.start(dataDir);
    const server = serverPid(dataDir);
    process.kill(-user.pid, 'SIGINT');
    expect(await sql(user.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(serverPid(dataDir)).toBe(server);
    await user.close();
  });

  it('keeps running while it has a user, even if its supervisor is terminated or killed', async () => {
    const user = await UserProcess.start(dataDir);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const [supervisor] = remaining(dataDir).supervisors;
      process.kill(supervisor!, signal);
      if (signal === 'SIGKILL') await until(() => isKept(supervisor!));
      const command = await UserProcess.start(dataDir);
      await command.close();
      expect(await sql(user.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(isRunning(supervisor!)).toBe(signal === 'SIGTERM');
    }
    await user.close();
    expect(remaining(dataDir)).toEqual(NOTHING);
  });

  it('does not stop the new database if its own folder was deleted and replaced', async () => {
    const before = await UserProcess.start(dataDir);
    const orphan = serverPid(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir);
    const after = await UserProcess.start(dataDir);
    await before.close();
    expect(await sql(after.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await after.close();
    expect(remaining(dataDir)).toEqual(NOTHING);
    process.kill(orphan, 'SIGQUIT');
    await until(() => !isRunning(orphan));
  });
});

function isKept(formerSupervisor: number): boolean {
  const { supervisors } = remaining(dataDir);
  return !isRunning(formerSupervisor) && supervisors.length === 1;
}
