import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill, remaining, until } from './processes.js';
import { killRemainingUsers } from './user-process.js';

const folders: string[] = [];

/** A new data directory; root only can enter it when `mode` is 0700. */
export function newDataDir(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'imprimatur-embedded-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return join(folder, '.data');
}

/** Ends what a test left running on the data directories. */
export async function killRemaining(): Promise<void> {
  await killRemainingUsers();
  for (const dataDir of folders.map((folder) => join(folder, '.data'))) {
    Object.values(remaining(dataDir)).flat().forEach(kill);
    await until(() => Object.values(remaining(dataDir)).flat().length === 0);
  }
}

/** Ends what still runs on the data directories, and deletes them. */
export async function cleanUp(): Promise<void> {
  await killRemaining();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
