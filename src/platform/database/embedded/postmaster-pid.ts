import * as fs from 'node:fs';
import type { Folder } from './folder.js';

/** Above the highest process id of any system. */
const NO_PROCESS = 2 ** 31 - 1;

/** The port, from line 4 of the server's postmaster.pid; `undefined` until line 8 calls it ready. */
export function serverPort({ postmasterPid }: Folder): string | undefined {
  if (!fs.existsSync(postmasterPid)) return undefined;
  const lines = fs.readFileSync(postmasterPid, 'utf8').split('\n');
  return lines[7]?.trim() === 'ready' ? lines[3] : undefined;
}

/**
 * Lets PostgreSQL start over a postmaster.pid that a killed server left. It would refuse while a
 * process with that number exists, be it a zombie or a stranger, but whoever holds the server lock
 * knows better. Only the number goes: PostgreSQL still checks the shared memory the file names.
 */
export function disownPostmasterPid({ postmasterPid }: Folder): void {
  if (!fs.existsSync(postmasterPid)) return;
  const file = fs.openSync(postmasterPid, fs.constants.O_RDWR | fs.constants.O_NOFOLLOW);
  const text = fs.readFileSync(file, 'utf8').replace(/^-?\d*/, String(NO_PROCESS));
  fs.ftruncateSync(file);
  fs.writeSync(file, text, 0);
  fs.closeSync(file);
}
