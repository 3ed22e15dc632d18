import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { CommandFailed } from './terminal.js';

export interface ClientOptions {
  readonly url: string;
  readonly key?: string;
  readonly keyFile?: string;
}

/**
 * Adds the options of commands that work as a client and do not use the database: the URL of the service, and a key.
 */
export const withClientOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--url <url>', 'the origin of the service')
        .env('IMPRIMATUR_URL')
        .default('http://localhost:3000'),
    )
    // The help does not show this option, because other users of the machine can read a key on the command line.
    .addOption(new Option('--key <key>').env('IMPRIMATUR_KEY').hideHelp())
    .option('--key-file <file>', 'a file with the publisher key; else IMPRIMATUR_KEY is the key');

/**
 * Returns the key in the key file. If no key file is given, returns `key`.
 * @throws CommandFailed if the file cannot be read
 */
export function publisherKey({ key, keyFile }: ClientOptions): string | undefined {
  if (keyFile === undefined) return key;
  try {
    return readFileSync(keyFile, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailed(`The key file ${keyFile} cannot be read (${code}).`);
  }
}
