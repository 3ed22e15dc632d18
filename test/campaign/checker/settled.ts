import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PageView } from '../history.js';
import type { Cluster } from '../cluster.js';
import { settledDocument } from '../settling.js';
import { approvalOf, returnedOf, told } from './decisions.js';
import { type Entry, pick, revisionsOf } from './ledger.js';
import { faultsOfPage, shownVersion } from './page.js';

/**
 * Checks, while no release is in flight, the newest version of a document, and its public version at every API
 * process.
 */
export async function checkSettled(cluster: Cluster, entry: Entry): Promise<string[]> {
  const what = `${entry.id} at ${entry.path}, at quiet`;
  const document = await settledDocument(cluster, entry);
  if (typeof document === 'string') return [`${what}: ${document}`];
  const revisions = revisionsOf(entry);
  const version = revisions.size;
  const publicVersion = entry.named.size === 0 ? null : Math.max(...entry.named.keys());
  const returned = publicVersion === version ? null : returnedOf(entry, version);
  const intent = returned ? 'draft' : revisions.get(version)?.intent;
  const facts = {
    version: document.version,
    publishedVersion: document.publishedVersion,
    state: document.state,
    indexStatus: document.indexStatus,
    publishError: document.publishError,
    returned: document.returned && told(document.returned),
    approvedBy: document.approvedBy,
    approvedVia: document.approvedVia,
  };
  const wanted = {
    version,
    publishedVersion: publicVersion,
    state: publicVersion === version ? 'published' : intent,
    indexStatus: publicVersion === null ? 'not_published' : 'ready',
    publishError: null,
    returned,
    ...approvalOf(entry, publicVersion),
  };
  entry.publicBefore = publicVersion ?? 0;
  const pages = await Promise.all(cluster.apis.map(({ url }) => checkPage(url, entry)));
  return [
    ...(isDeepStrictEqual(facts, wanted) ? [] : [`${what}: ${JSON.stringify({ facts, wanted })}`]),
    ...(isDeepStrictEqual(pick(document), revisions.get(version))
      ? []
      : [`${what}: ${JSON.stringify(pick(document))}`]),
    ...pages.flat().map((fault) => `${what}: ${fault}`),
  ];
}

async function checkPage(url: string, entry: Entry): Promise<string[]> {
  const view = await openPage(`${url}${entry.path}.md`);
  const shown = shownVersion(view);
  if (shown !== entry.publicBefore) return [`the page shows version ${shown} (${view.status})`];
  if (shown === 0) return [];
  return faultsOfPage(view, entry, revisionsOf(entry).get(shown)!);
}

/** Opens a page. Repeats the request while a busy process answers 503. */
async function openPage(
  address: string,
  tries = 20,
): Promise<Pick<PageView, 'kind' | 'status' | 'text'>> {
  const answer = await fetch(address);
  const text = await answer.text();
  if (answer.status === 503 && tries > 1) {
    await sleep(500);
    return openPage(address, tries - 1);
  }
  return { kind: 'markdown', status: answer.status, text };
}
