import { isDeepStrictEqual } from 'node:util';
import { sql } from '../../setup/sql.js';
import { acceptance, type History, type Intent } from '../history.js';
import type { Entry, Ledger } from './ledger.js';

/** Returns the expected value of `returned` for a version, or `null` if the version was not sent back. */
export function returnedOf({ returned }: Entry, version: number): object | null {
  const intent = returned.get(version);
  return intent
    ? { version, note: intent.order.fields['note'], by: intent.order.seat!.person }
    : null;
}

/** Returns the expected approver of a released version, and the channel of the approval. */
export function approvalOf({ named }: Entry, version: number | null): object {
  const seat = version === null ? undefined : named.get(version)?.order.seat;
  return { approvedBy: seat?.person ?? null, approvedVia: seat ? 'desk' : null };
}

/** Checks that the reads of a round show all acknowledged decisions, and no other decisions. */
export function checkTold({ looks }: History, ledger: Ledger): string[] {
  return looks.flatMap(({ order, reply, from }) => {
    const entry = reply && ledger.entries.get(reply.body.id);
    if (order.operation !== 'read' || reply?.status !== 200 || !entry) return [];
    const { version, state, returned, publishedVersion, approvedBy, approvedVia } = reply.body;
    const what = `${entry.id} read at ${version}/${publishedVersion}, ${state}`;
    const sentBack = entry.returned.get(version);
    const isDue = sentBack && wasToldBefore(sentBack, from) && !entry.named.has(version);
    const approval = { approvedBy, approvedVia };
    const isRight =
      returned === null ||
      (state === 'draft' && isDeepStrictEqual(told(returned), returnedOf(entry, version)));
    return [
      ...(isRight ? [] : [`${what}: returned ${JSON.stringify(returned)}`]),
      ...(isDue && returned === null ? [`${what}: it was sent back before, and is not`] : []),
      ...(isDeepStrictEqual(approval, approvalOf(entry, publishedVersion))
        ? []
        : [`${what}: ${JSON.stringify(approval)}`]),
    ];
  });
}

/** Returns `returned` without the time of the decision, because no earlier response contains that time. */
export const told = ({ at: _, ...returned }: { readonly at: string }): object => returned;

const wasToldBefore = ({ attempts }: Intent, time: number): boolean =>
  attempts.some(({ reply, to }) => reply?.status === 200 && to < time);

/**
 * Checks that the database contains each decision of the responses once, and no other decision. Checks that each
 * publish has a decision. Also checks that each decision to release was written in the same transaction as its audit
 * row.
 */
export async function checkDecisions(
  databaseUrl: string,
  entries: readonly Entry[],
): Promise<string[]> {
  const rows = await sql<{ line: string }>(
    databaseUrl,
    `SELECT concat_ws(' ', d.publication_id, d.version, d.outcome, coalesce(d.idempotency_key, w.idempotency_key),
                      d.channel = 'desk', d.decided_by, d.via, nullif(d.note, ''),
                      CASE WHEN d.outcome = 'released' AND d.xmin::text IS DISTINCT FROM w.xmin::text
                           THEN 'not of the transaction of its record' END) AS line
       FROM decision d
       LEFT JOIN accepted_write w ON w.id = d.id AND w.operation = 'publish' AND w.version = d.version
                                 AND w.channel = d.channel AND w.publication_id = d.publication_id
      WHERE d.publication_id = ANY ($1)
     UNION ALL
     SELECT concat_ws(' ', publication_id, version, 'published without a decision', idempotency_key)
       FROM accepted_write w
      WHERE publication_id = ANY ($1) AND operation = 'publish'
        AND NOT EXISTS (SELECT FROM decision d WHERE d.id = w.id)`,
    [entries.map(({ id }) => id)],
  );
  const found = rows.map(({ line }) => line);
  const due = entries.flatMap((entry) =>
    [...entry.named.values(), ...entry.returned.values()].map((intent) => lineOf(entry, intent)),
  );
  return [
    ...due.filter((line) => !found.includes(line)).map((line) => `no such decision: ${line}`),
    ...found.filter((line) => !due.includes(line)).map((line) => `decided by nobody: ${line}`),
    ...(new Set(found).size === found.length ? [] : ['a decision stands twice']),
  ];
}

function lineOf({ id }: Entry, intent: Intent): string {
  const { operation, idempotencyKey, seat, fields } = intent.order;
  const { version } = acceptance(intent)!.body;
  const isReturned = operation === 'send back';
  return [
    id,
    version,
    isReturned ? 'returned' : 'released',
    idempotencyKey,
    seat ? 't' : 'f',
    ...(seat ? [seat.person, 'desk'] : []),
    ...(isReturned ? [fields['note']] : []),
  ].join(' ');
}
