import type { AccountFacts } from '../accounts/account-facts.js';
import type { Config } from '../platform/config/config.js';
import { places } from '../platform/config/places.js';

/** A text as one word of a POSIX shell, unchanged. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const SLUG = 'hello-world';

/**
 * What the first start prints: where everything is, and lines to paste into any POSIX shell, one
 * after another, which create a document, publish it, read its page and find it (contract 12).
 */
export function welcome(config: Config, account: AccountFacts, keyFile: string): string {
  const { api, mcp, docs, site, data } = places(config);
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

IMPRIMATUR_URL=${site} npm run --silent cli -- publish --wait --key-file ${shellWord(keyFile)} ${locale}/my-page.md

`;
}

/** With as many sources as a publish needs here. */
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
