import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and its missing parents. Node's recursive `mkdir` is not used, because it never returns for a path in
 * `/proc`.
 * @throws Error with a sentence that says why the folder cannot be made
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(resolve(path)), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process has made the folder since the check.
    if (code === 'EEXIST') return;
    throw new Error(`The folder ${path} cannot be made (${code}).`, { cause: error });
  }
}
