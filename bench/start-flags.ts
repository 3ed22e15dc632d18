import { readFileSync } from 'node:fs';

/** Reads Node's flags, which limit the memory, from the script `start` of a `package.json`. */
export function startFlags(packageFile: string): string[] {
  const { scripts } = JSON.parse(readFileSync(packageFile, 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').slice(1, -1);
}
