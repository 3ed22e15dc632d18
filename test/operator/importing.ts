import { CliModule } from '../../src/cli.module.js';
import { type Services, startServices } from '../../src/operator/command-context.js';
import { readConfig } from '../../src/platform/config/config.js';
import type { ImportResult } from '../../src/transfer/import-result.js';
import type { ImportRequest } from '../../src/transfer/import-run.js';

const REQUEST = {
  author: null,
  publish: false,
  linkRoot: '',
  keepLinks: false,
  overwrite: false,
  again: false,
  menu: false,
  dryRun: false,
} as const;

/** Imports with the class that the command uses, because running the command itself takes a second. */
export class Importing {
  private constructor(readonly services: Services) {}

  static async open(
    databaseUrl: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Importing> {
    const config = readConfig(environment);
    return new Importing(await startServices(CliModule.register(config, databaseUrl)));
  }

  run(
    root: string,
    accountId: string,
    options: Partial<ImportRequest> = {},
  ): Promise<ImportResult> {
    return this.services.imports.import(
      { ...REQUEST, root, accountId, ...options },
      { start: () => {}, step: () => {} },
      new AbortController().signal,
    );
  }

  close(): Promise<void> {
    return this.services.close();
  }
}
