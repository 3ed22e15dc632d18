import { isDeepStrictEqual } from 'node:util';
import type { Cluster } from '../cluster.js';
import { patiently, settledDocument } from '../settling.js';
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
  const answer = await patiently(() => fetch(`${url}${entry.path}.md`));
  const view = { kind: 'markdown', status: answer.status, text: await answer.text() } as const;
  const shown = shownVersion(view);
  if (shown !== entry.publicBefore) return [`the page shows version ${shown} (${view.status})`];
  if (shown === 0) return [];
  return faultsOfPage(view, entry, revisionsOf(entry).get(shown)!);
}
