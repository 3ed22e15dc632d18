import { isDeepStrictEqual } from 'node:util';
import type { House } from '../house.js';
import { settledDocument } from '../quiet.js';
import { type Entry, pick, revisionsOf } from './ledger.js';
import { faultsOfPage, shownVersion } from './page.js';

/** A document when all is quiet: its last version, and public what was named last, at every process. */
export async function checkSettled(house: House, entry: Entry): Promise<string[]> {
  const what = `${entry.id} at ${entry.path}, at quiet`;
  const document = await settledDocument(house, entry);
  if (typeof document === 'string') return [`${what}: ${document}`];
  const revisions = revisionsOf(entry);
  const version = revisions.size;
  const publicVersion = entry.named.size === 0 ? null : Math.max(...entry.named);
  const intent = revisions.get(version)?.intent;
  const facts = {
    version: document.version,
    publishedVersion: document.publishedVersion,
    state: document.state,
    indexStatus: document.indexStatus,
    publishError: document.publishError,
  };
  const wanted = {
    version,
    publishedVersion: publicVersion,
    state: publicVersion === version ? 'published' : intent,
    indexStatus: publicVersion === null ? 'not_published' : 'ready',
    publishError: null,
  };
  entry.publicBefore = publicVersion ?? 0;
  const pages = await Promise.all(house.apis.map(({ url }) => checkPage(url, entry)));
  return [
    ...(isDeepStrictEqual(facts, wanted) ? [] : [`${what}: ${JSON.stringify({ facts, wanted })}`]),
    ...(isDeepStrictEqual(pick(document), revisions.get(version))
      ? []
      : [`${what}: ${JSON.stringify(pick(document))}`]),
    ...pages.flat().map((fault) => `${what}: ${fault}`),
  ];
}

async function checkPage(url: string, entry: Entry): Promise<string[]> {
  const answer = await fetch(`${url}${entry.path}.md`);
  const view = { kind: 'markdown', status: answer.status, text: await answer.text() } as const;
  const shown = shownVersion(view);
  if (shown !== entry.publicBefore) return [`the page shows version ${shown} (${answer.status})`];
  if (shown === 0) return [];
  return faultsOfPage(view, entry, revisionsOf(entry).get(shown)!);
}
