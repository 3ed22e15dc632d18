import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

let folder: string | undefined;

/**
 * Returns the folder of a build of the last commit before the newest change of `migrations`. The first call makes this
 * build, with the current packages.
 */
export function buildVersionBefore(): string {
  if (folder !== undefined) return folder;
  const path = mkdtempSync(join(tmpdir(), 'imprimatur-before-'));
  const git = `git -c safe.directory='*' -C '${ROOT}'`;
  const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: path });
  run(`${git} archive $(${git} log -1 --format=%H -- migrations)^ | tar -x`);
  symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  run('node_modules/.bin/tsc --build tsconfig.build.json');
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return (folder = path);
}
