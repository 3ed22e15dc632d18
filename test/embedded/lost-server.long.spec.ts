import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { isRunning, kill, postmasters, remaining, serverPid, until } from './processes.js';
import { cleanUp, killRemaining, newDataDir } from './scratch.js';
import { answer, sql } from './sql.js';
import { SETTINGS, UserProcess } from './user-process.js';

const NOTHING = { supervisors: [], servers: [] };

let dataDir: string;
let told: string[];
const notices = {
  info: (text: string): void => void told.push(`info: ${text}`),
  warn: (text: string): void => void told.push(`warn: ${text}`),
};

beforeEach(() => {
  dataDir = newDataDir();
  told = [];
});
afterEach(killRemaining);
afterAll(cleanUp);

describe('The embedded database that has lost its server', () => {
  it('comes back although a child of the killed server never ends by itself', async () => {
    const user = await UserProcess.start(dataDir);
    for (const end of [() => answer(user.url), () => user.close()]) {
      const main = serverPid(dataDir);
      const [child, ...others] = remaining(dataDir).servers.filter((pid) => pid !== main);
      process.kill(child!, 'SIGSTOP');
      [main, ...others].forEach(kill);
      await end();
      expect(isRunning(child!)).toBe(false);
    }
    expect(remaining(dataDir)).toEqual(NOTHING);
  });

  it.each(['SIGKILL', 'SIGINT'] as const)(
    'comes back at the same address when a new process opens it after %s',
    async (signal) => {
      const first = await UserProcess.start(dataDir);
      const before = serverPid(dataDir);
      process.kill(before, signal);
      if (signal === 'SIGINT') await until(() => !postmasters(dataDir).includes(before));
      const second = await UserProcess.start(dataDir);
      expect(second.url).toBe(first.url);
      await answer(first.url);
      expect(postmasters(dataDir)).toEqual([serverPid(dataDir)]);
      await first.close();
      await answer(second.url);
      await second.close();
      expect(remaining(dataDir)).toEqual(NOTHING);
    },
  );

  it('comes back after a regular stop of the server while it has a user', async () => {
    const user = await UserProcess.start(dataDir);
    const before = serverPid(dataDir);
    process.kill(before, 'SIGINT');
    await until(() => !postmasters(dataDir).includes(before));
    await answer(user.url);
    await user.close();
    expect(remaining(dataDir)).toEqual(NOTHING);
  });

  it('comes back when a foreign process that took its port has ended', async () => {
    const database = await EmbeddedPostgres.open(dataDir, SETTINGS);
    const { port } = new URL(database.url);
    await killAll();
    const stranger = createServer((socket) => socket.destroy());
    stranger.listen(Number(port), '127.0.0.1');
    await once(stranger, 'listening');
    await expect(sql(database.url, 'SELECT')).rejects.toThrow();
    stranger.close();
    await answer(database.url);
    await database.close();
    expect(remaining(dataDir)).toEqual(NOTHING);
  });

  it('takes another port if its old port was taken while it was closed', async () => {
    const before = await EmbeddedPostgres.open(dataDir, SETTINGS);
    await before.close();
    const stranger = createServer().listen(Number(new URL(before.url).port), '127.0.0.1');
    await once(stranger, 'listening');
    const after = await EmbeddedPostgres.open(dataDir, SETTINGS);
    expect(after.url).not.toBe(before.url);
    await after.close();
    stranger.close();
  });

  it('does not start the new database if its own folder was deleted and replaced', async () => {
    const before = await EmbeddedPostgres.open(dataDir, SETTINGS, notices);
    const orphan = serverPid(dataDir);
    await deleteDataDir();
    mkdirSync(dataDir);
    await (await EmbeddedPostgres.open(dataDir, SETTINGS)).close();
    kill(orphan);
    await until(() => told.some((text) => text.includes('its folder was deleted or replaced')));
    expect(remaining(dataDir).servers).toEqual([]);
    await before.close();
  });

  it('does not end the process that uses it if its supervisor is killed after its folder was deleted', async () => {
    const database = await EmbeddedPostgres.open(dataDir, SETTINGS, notices);
    const { supervisors, servers } = remaining(dataDir);
    await deleteDataDir();
    [...supervisors, ...servers].forEach(kill);
    await until(() => told.some((text) => text.includes('its folder was deleted or replaced')));
    await database.close();
  });
});

/**
 * Deletes the data directory of a running server. The server can create files during the deletion, so this function
 * repeats the deletion until the directory is gone.
 */
async function deleteDataDir(): Promise<void> {
  await until(() => {
    try {
      rmSync(dataDir, { recursive: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    }
    return !existsSync(dataDir);
  });
}

async function killAll(): Promise<void> {
  remaining(dataDir).servers.forEach(kill);
  await until(() => remaining(dataDir).servers.length === 0);
}
