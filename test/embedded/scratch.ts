import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill, remaining, until } from './processes.js';
import { killRemainingUsers } from './user-process.js';

const folders: string[] = [];

/**
 * Returns the path of a new data directory. If root makes the directory with mode 0700, only root can enter its parent
 * folder.
 */
export function newDataDir(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'imprimatur-embedded-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return join(folder, '.data');
}

/** Kills all processes that still use the data directories. */
export async function killRemaining(): Promise<void> {
  await killRemainingUsers();
  for (const dataDir of folders.map((folder) => join(folder, '.data'))) {
    Object.values(remaining(dataDir)).flat().forEach(kill);
    await until(() => Object.values(remaining(dataDir)).flat().length === 0);
  }
}

/** Kills all processes that still use the data directories, and deletes the directories. */
export async function cleanUp(): Promise<void> {
  await killRemaining();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
