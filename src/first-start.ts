import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService } from './accounts/accounts.service.js';
import { KeysService } from './keys/keys.service.js';
import { SCOPES } from './keys/scope.js';
import { Config, serviceUrls } from './platform/config/config.js';
import { Database } from './platform/database/database.js';
import type { AccountFacts } from './accounts/account-facts.js';
import { operatorCommand } from './platform/config/operator-command.js';

/**
 * Creates the first account, `demo`, and writes its key to a file, so that a new service can be tried without any setup
 * (contract 12). Does nothing if any account exists.
 * @returns the text to print; `null` if nothing was done
 */
export function firstStart(app: INestApplicationContext): Promise<string | null> {
  const config = app.get(Config);
  const keyFile = join(resolve(config.dataDir), 'demo-key');
  return app.get(Database).transaction(async (tx) => {
    const account = await app.get(AccountsService).createFirst(tx, 'demo', 'free');
    if (!account) return null;
    const request = { accountId: account.id, name: 'demo', scopes: SCOPES, expiresIn: null };
    const { key } = await app.get(KeysService).issueIn(tx, request);
    // The file is written before the commit, so that no account is created if the write fails.
    await writeSecret(keyFile, `${key}\n`);
    return welcome(config, account, keyFile);
  });
}

/** Deletes an existing file first, because overwriting a file would keep its old permissions. */
async function writeSecret(path: string, secret: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, secret, { mode: 0o600, flag: 'wx', flush: true });
}

/** Quotes a text for a POSIX shell. Returns the text unquoted if the shell reads it as one unchanged word. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const SLUG = 'hello-world';

/** Makes the text of the first start: all addresses, and shell commands for trying the service (contract 12). */
export function welcome(config: Config, account: AccountFacts, keyFile: string): string {
  const { api, mcp, docs, site, data } = serviceUrls(config);
  const locale = config.supportedLocales?.[0] ?? 'en';
  const headers = `-H "Authorization: Bearer $(cat ${shellWord(keyFile)})" -H 'Content-Type: application/json'`;
  return `
Imprimatur is running. To try it there is an account, "${account.name}", with ${account.dailyWriteLimit} writes a day.

  API    ${api}
  MCP    ${mcp}
  Docs   ${docs}
  Site   ${site}
  Data   ${data}
  Key    ${keyFile}

Paste these lines into a shell, one after another. They create a document, publish it, read its
public page, and find it by search:

ID=$(curl -sS ${api}/publications ${headers} -H 'Idempotency-Key: first-document' -d ${shellWord(document(config, locale))} | sed -n 's/.*"id":"\\([^"]*\\)".*/\\1/p')

curl -sS "${api}/publications/$ID/publish" ${headers} -H 'Idempotency-Key: first-publish' -H 'Prefer: wait=10' -d '{"expectedVersion":1}'

curl -sS ${site}/${locale}/${SLUG}

curl -sS '${site}/search?q=hello'

In one line, a file of your own, which names its locale in its front matter or lies in a folder such as ${locale}/:

IMPRIMATUR_URL=${site} ${operatorCommand('publish')} --wait --key-file ${shellWord(keyFile)} ${locale}/my-page.md

`;
}

/** Makes a sample document, as JSON, with as many sources as a publish requires. */
const document = ({ publishMinSources }: Config, locale: string): string =>
  JSON.stringify({
    locale,
    slug: SLUG,
    title: 'Hello, world',
    content: '# Hello, world\n\nThe *first* document of this site.',
    sources: Array.from(
      { length: publishMinSources },
      (_, index) => `https://example.org/source/${index + 1}`,
    ),
  });
