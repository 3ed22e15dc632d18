import { orderedScopes, type Scope } from '../keys/scope.js';

/** How a model is to use the tools, for a key with these scopes (CONTRACT 8). */
export const instructions = (scopes: readonly Scope[]): string =>
  [
    'Imprimatur publishes Markdown documents on the web. A document has a working revision, which you write and only its account sees, and a released revision, which everybody sees.',
    '1. create_publication saves a private draft; update_publication saves its next revision. Keep id and version of each answer. Read with get_publication before you update.',
    '2. publish_publication makes the revision named by expectedVersion public. Pass waitSeconds 30. The page at url is live when publishedVersion is that version, and found by search when indexStatus is ready; until then get_publication with waitSeconds 30 waits. Report a page as live only then.',
    '3. Give every write an idempotencyKey of its own, such as a new UUID. If an answer is lost or an error is retryable, repeat the call with the same key and arguments: it is never done twice. For another write use another key.',
    '4. A refusal is a result with isError: its code says why, and its nextStep what to do.',
    scopeLine(orderedScopes(scopes)),
  ].join('\n');

const NEEDED: Readonly<Record<Scope, string>> = {
  read: 'get_account_usage, list_publications, get_publication',
  write: 'create_publication, update_publication',
  publish: 'publish_publication',
};

function scopeLine(scopes: readonly Scope[]): string {
  const missing = (Object.keys(NEEDED) as Scope[]).filter((scope) => !scopes.includes(scope));
  const has = `This key has the scopes: ${scopes.join(', ')}.`;
  if (missing.length === 0) return has;
  const without = missing.map((scope) => `${scope} (${NEEDED[scope]})`).join('; ');
  return `${has} It lacks ${without}: ask the operator for another key if you need them.`;
}
