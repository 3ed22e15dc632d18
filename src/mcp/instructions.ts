import { orderedScopes, type Scope } from '../keys/scope.js';

/** How a model is to use the tools, for a key with these scopes (CONTRACT 8). */
export const instructions = (scopes: readonly Scope[]): string =>
  [
    'Imprimatur publishes Markdown documents on the web. A document has a working revision, which you write and only its account sees, and perhaps a released revision, which everybody sees.',
    '1. create_publication saves a private draft; update_publication saves its next revision, also while a release is in flight. Keep id and version of each answer. Read with get_publication before you update.',
    '2. publish_publication releases the working revision, which expectedVersion must name. Pass waitSeconds 30. The page at url is live once publishedVersion is that version, and found by search once indexStatus is ready; if it takes longer, wait with get_publication. If the release fails, publishError says why and what was public stays public. Nothing here deletes or takes down a page: operators do.',
    '3. Give every write an idempotencyKey of its own, such as a new UUID. If its answer is lost, repeat the call with the same key and arguments: it is never done twice. A refused call leaves no trace: its key may be used again.',
    '4. A refusal is a result with isError. Its text is JSON: code, detail and details say why, nextStep what to do and when. Where retryable is true, the same call can succeed later.',
    scopeLine(orderedScopes(scopes)),
  ].join('\n');

const NEEDED: Readonly<Record<Scope, string>> = {
  read: 'every tool that reads',
  write: 'create_publication and update_publication',
  publish: 'publish_publication',
};

function scopeLine(scopes: readonly Scope[]): string {
  const missing = (Object.keys(NEEDED) as Scope[]).filter((scope) => !scopes.includes(scope));
  const has = `This key has the scopes: ${scopes.join(', ')}.`;
  if (missing.length === 0) return has;
  const without = missing.map((scope) => `${scope}, for ${NEEDED[scope]}`).join('; ');
  return `${has} It lacks ${without}. Such calls are refused; the user can ask an operator of the service for another key.`;
}
