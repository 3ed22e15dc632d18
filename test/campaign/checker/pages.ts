import type { History, PageView } from '../history.js';
import { type Entry, type Ledger, revisionsOf } from './ledger.js';
import { faultsOfPage, shownVersion } from './page.js';
import type { Observations } from './observations.js';

/**
 * Checks that each page shows a whole revision that an accepted publish named. This revision must not be older than a
 * revision that clients had already seen.
 */
export function checkPages(
  { views }: History,
  ledger: Ledger,
  observations: Observations,
): string[] {
  const byPath = new Map([...ledger.entries.values()].map((entry) => [entry.path, entry]));
  return views.flatMap((view) => {
    const entry = byPath.get(view.path);
    return entry ? faultsOf(view, entry, observations) : [];
  });
}

function faultsOf(view: PageView, entry: Entry, observations: Observations): string[] {
  const what = `${view.kind} of ${view.path}`;
  if (view.status === 503) return [];
  if (view.status !== 200 && view.status !== 404) return [`${what}: ${view.status} ${view.text}`];
  const shown = shownVersion(view);
  const { shown: known } = observations.before(entry, view.from);
  if (shown < known) return [`${what} showed version ${shown} after version ${known}`];
  if (view.status === 404) return [];
  const revision = revisionsOf(entry).get(shown);
  if (!revision || !entry.named.has(shown))
    return [`${what} showed version ${shown}, which no accepted publish named`];
  return faultsOfPage(view, entry, revision).map((fault) => `${what}, version ${shown}: ${fault}`);
}
