import { isDeepStrictEqual } from 'node:util';
import { acceptance, type History } from '../history.js';
import { type Entry, type Ledger, pick, revisionsOf } from './ledger.js';
import type { Observations } from './observations.js';

/**
 * Checks that no version of a document is missing. Also checks that the answer to each write shows the fields as this
 * write and the earlier writes set them.
 */
export function checkVersions(entry: Entry): string[] {
  const revisions = revisionsOf(entry);
  if (revisions.size !== entry.writes.size) {
    return [`${entry.id}: versions ${[...entry.writes.keys()].toSorted((a, b) => a - b).join()}`];
  }
  return [...entry.writes].flatMap(([version, intent]) => {
    const { body } = acceptance(intent)!;
    // The answer of an MCP tool to a write contains no fields of the revision. `checkReads` compares those fields.
    if (!('title' in body)) return [];
    const { content: _, ...told } = pick(body);
    const { content: __, ...wanted } = revisions.get(version)!;
    return isDeepStrictEqual(told, wanted)
      ? []
      : [`${entry.id} version ${version}: ${JSON.stringify({ told, wanted })}`];
  });
}

/**
 * Checks that reads during the round show whole revisions, and no revision that is older than a revision in an earlier
 * answer.
 */
export function checkReads(
  { looks }: History,
  ledger: Ledger,
  observations: Observations,
): string[] {
  return looks.flatMap(({ order, reply, from }) => {
    const { operation } = order;
    const isRead = operation === 'read' || (operation === 'open' && order.id !== undefined);
    if (!isRead || reply?.status !== 200) return [];
    const { body } = reply;
    const entry = ledger.entries.get(body.id);
    if (!entry) return [`${body.id} was read, but nobody made it`];
    const known = observations.before(entry, from);
    if (operation === 'open') return faultsOfDeskPage(entry, reply.text, known.version);
    const wanted = revisionsOf(entry).get(body.version);
    const shown = body.publishedVersion ?? 0;
    return [
      ...(isDeepStrictEqual(pick(body), wanted)
        ? []
        : [`${body.id} read at version ${body.version}: ${JSON.stringify(pick(body))}`]),
      ...(body.version < known.version || shown < known.shown
        ? [`${body.id} read at ${body.version}/${shown} after ${known.version}/${known.shown}`]
        : []),
    ];
  });
}

/**
 * Checks that all forms of a desk page name the same version, and that this version exists. This version must not be
 * older than the newest version that clients had seen.
 */
function faultsOfDeskPage(entry: Entry, page: string, known: number): string[] {
  const versions = [...page.matchAll(/name="version" value="(\d+)"/g)].map(([, text]) =>
    Number(text),
  );
  return [
    ...versions.filter((version) => version < known || !entry.writes.has(version)),
    ...versions.filter((version) => version !== versions[0]),
  ].map((version) => `${entry.id} is offered at the desk as ${version} after ${known}`);
}
