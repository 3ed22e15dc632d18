import { isDeepStrictEqual } from 'node:util';
import { acceptance, type History } from '../history.js';
import { type Entry, type Ledger, pick, revisionsOf } from './ledger.js';
import type { Observations } from './observations.js';

/** Checks that a document's versions have no gap, and that each has the fields of its and earlier writes. */
export function checkVersions(entry: Entry): string[] {
  const revisions = revisionsOf(entry);
  if (revisions.size !== entry.writes.size) {
    return [`${entry.id}: versions ${[...entry.writes.keys()].toSorted((a, b) => a - b).join()}`];
  }
  return [...entry.writes].flatMap(([version, intent]) => {
    const { body } = acceptance(intent)!;
    // Answers of MCP tools to writes contain no fields of the revision; `checkReads` compares the fields.
    if (!('title' in body)) return [];
    const { content: _, ...told } = pick(body);
    const { content: __, ...wanted } = revisions.get(version)!;
    return isDeepStrictEqual(told, wanted)
      ? []
      : [`${entry.id} version ${version}: ${JSON.stringify({ told, wanted })}`];
  });
}

/** Checks that reads during the round show whole revisions, none older than an earlier answer. */
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

/** Checks that all forms of a desk page are for one version, which exists and is not older than a known one. */
function faultsOfDeskPage(entry: Entry, page: string, known: number): string[] {
  const versions = [...page.matchAll(/name="version" value="(\d+)"/g)].map(([, text]) =>
    Number(text),
  );
  return [
    ...versions.filter((version) => version < known || !entry.writes.has(version)),
    ...versions.filter((version) => version !== versions[0]),
  ].map((version) => `${entry.id} is offered at the desk as ${version} after ${known}`);
}
