import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of `package.json`. */
export const projectRoot = join(import.meta.dirname, '..', '..');

/**
 * Returns the paths, relative to the root, of the files that Git tracks or that `git add` would add. Ignored files are
 * left out, because they exist only on this machine.
 */
export function projectFiles(): string[] {
  // In most containers, another user owns the tree. Git refuses a tree of another user that is not marked as safe.
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  return execFileSync('git', ['-c', 'safe.directory=*', ...listing], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(projectRoot, path)));
}

export function readProjectFile(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}
