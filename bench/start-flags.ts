import { readFileSync } from 'node:fs';

/** The flags of Node in the script `start` of a `package.json`: how much memory the service may take. */
export function startFlags(packageFile: string): string[] {
  const { scripts } = JSON.parse(readFileSync(packageFile, 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').slice(1, -1);
}
