import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { originArgument } from './arguments.js';
import type { OpenContext } from './command-context.js';
import { CommandFailed } from './terminal.js';

export interface ClientOptions {
  readonly url?: string;
  readonly key?: string;
  readonly keyFile?: string;
}

/**
 * Adds the options of commands that work as a client and do not use the database: the URL of the service, and a key.
 */
export const withClientOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--url <url>',
        'the origin of the service (default: PUBLIC_BASE_URL, or http://localhost:PORT)',
      )
        .env('IMPRIMATUR_URL')
        .argParser(originArgument),
    )
    // The help does not show this option, because other users of the machine can read a key on the command line.
    .addOption(new Option('--key <key>').env('IMPRIMATUR_KEY').hideHelp())
    .option(
      '--key-file <file>',
      'a file with the publisher key (default: the key in IMPRIMATUR_KEY)',
    );

/** Returns the origin of the service: the one that the options name, or else that of the settings. @throws ConfigFault */
export const serviceOrigin = async ({ url }: ClientOptions, open: OpenContext): Promise<string> =>
  url ?? (await open()).config().publicBaseUrl;

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
