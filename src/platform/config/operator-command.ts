import { join, relative } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../../cli.js');

/**
 * Returns the line that runs an operator's command where this process runs: in a checkout, in an installation without a
 * compiler, and in a container.
 * @param words the command with its arguments, such as `db migrate`
 */
export function operatorCommand(words: string): string {
  const path = relative(process.cwd(), PROGRAM);
  return `node ${path.startsWith('..') ? PROGRAM : path} ${words}`;
}
