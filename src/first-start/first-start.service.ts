import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { KeysService } from '../keys/keys.service.js';
import { SCOPES } from '../keys/scope.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { welcome } from './welcome.js';

/** Makes a service that nobody has set up usable at once (contract 12). */
@Injectable()
export class FirstStart {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly keys: KeysService,
  ) {}

  /**
   * Where there is no account yet, makes `demo` with a key of all scopes in `DATA_DIR/demo-key`, and
   * returns the text that says how to go on; else `null`. Of several processes only one does so.
   */
  run(): Promise<string | null> {
    const keyFile = join(resolve(this.config.dataDir), 'demo-key');
    return this.database.transaction(async (tx) => {
      const account = await this.accounts.createFirst(tx, 'demo', 'free');
      if (!account) return null;
      const request = { accountId: account.id, name: 'demo', scopes: SCOPES, expiresIn: null };
      const { key } = await this.keys.issueIn(tx, request);
      // Before the commit: an account whose key nobody can read would be the first one for ever.
      await writeSecret(keyFile, `${key}\n`);
      return welcome(this.config, account, keyFile);
    });
  }
}

/** Made anew, so that it never has the rights of a file that was there before. */
async function writeSecret(path: string, secret: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, secret, { mode: 0o600, flag: 'wx', flush: true });
}
