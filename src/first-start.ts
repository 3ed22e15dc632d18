import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { type AccountFacts, AccountsService } from './accounts/accounts.service.js';
import { ApproversService } from './keys/approvers.service.js';
import { KeysService } from './keys/keys.service.js';
import { SCOPES } from './keys/scope.js';
import { Config, serviceUrls } from './platform/config/config.js';
import { Database } from './platform/database/database.js';
import { operatorCommand } from './platform/config/operator-command.js';

/**
 * Creates the first account, `demo`, with a key and an approver, and writes their keys to files, so that a new service
 * can be tried without any setup (contract 12). Does nothing if any account exists.
 * @returns the text to print; `null` if nothing was done
 */
export function firstStart(app: INestApplicationContext): Promise<string | null> {
  const config = app.get(Config);
  const files = {
    key: join(resolve(config.dataDir), 'demo-key'),
    signIn: join(resolve(config.dataDir), 'demo-sign-in-key'),
  };
  return app.get(Database).transaction(async (tx) => {
    const account = await app.get(AccountsService).createFirst(tx, 'demo', 'free');
    if (!account) return null;
    const request = { accountId: account.id, name: 'demo', scopes: SCOPES, expiresIn: null };
    const { key } = await app.get(KeysService).issueIn(tx, request);
    const approver = await app.get(ApproversService).addIn(tx, account.id, 'You');
    // The files are written before the commit, so that no account is created if a write fails.
    await writeSecret(files.key, `${key}\n`);
    await writeSecret(files.signIn, `${approver.key}\n`);
    return welcome(config, account, files);
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

/**
 * Makes the text of the first start: all addresses, and shell commands for trying the service (contract 12).
 * @param files the files with the keys of the account
 */
function welcome(
  config: Config,
  account: AccountFacts,
  files: Readonly<Record<'key' | 'signIn', string>>,
): string {
  const { api, mcp, docs, site, desk, data } = serviceUrls(config);
  const { key: keyFile } = files;
  const locale = config.supportedLocales?.[0] ?? 'en';
  const headers = `-H "Authorization: Bearer $(cat ${shellWord(keyFile)})" -H 'Content-Type: application/json'`;
  return `
Imprimatur is running. To try it, use the account "${account.name}", which may make ${account.dailyWriteLimit} writes a day.

  API    ${api}
  MCP    ${mcp}
  Docs   ${docs}
  Site   ${site}${
    desk === undefined
      ? ''
      : `
  Desk   ${desk}
         sign in with the key in ${files.signIn}`
  }
  Data   ${data}
  Key    ${keyFile}

Paste these lines into a shell, one after another. They create a document, publish it, read its
public page, and find it by search:

ID=$(curl -sS ${api}/publications ${headers} -H 'Idempotency-Key: first-document' -d ${shellWord(document(config, locale))} | sed -n 's/.*"id":"\\([^"]*\\)".*/\\1/p')

curl -sS "${api}/publications/$ID/publish" ${headers} -H 'Idempotency-Key: first-publish' -H 'Prefer: wait=10' -d '{"expectedVersion":1}'

curl -sS ${site}/${locale}/${SLUG}

curl -sS '${site}/search?q=hello'

To publish your own file with one command, write its locale into its front matter, or put the file into a folder with the name of the locale, such as ${locale}/:

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
