import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerBody } from '../setup/client.js';
import type { Entry } from './checker/ledger.js';
import type { History } from './history.js';
import { isFinal, isOpen } from './history.js';
import type { Cluster } from './cluster.js';
import { attempt } from './http-recorder.js';

/** Maximum time, in ms, until a healed cluster answers every request again. */
const RECOVERY_MS = 30_000;

/**
 * Repeats each open write until its result is known. Returns a violation for each write still unanswered after
 * `RECOVERY_MS`.
 */
export async function settleWrites(cluster: Cluster, { intents }: History): Promise<string[]> {
  const end = performance.now() + RECOVERY_MS;
  const violations: string[] = [];
  await Promise.all(
    intents.filter(isOpen).map(async (intent) => {
      const key = intent.account.keys[0]!;
      for (;;) {
        const sent = await attempt({ node: cluster.apis[0]!, channel: 'http', key }, intent.order);
        intent.attempts.push(sent);
        if (isFinal(sent.reply)) return;
        if (performance.now() > end) {
          violations.push(`${intent.order.idempotencyKey}: no answer long after the fault ended`);
          return;
        }
        await sleep(100);
      }
    }),
  );
  return violations;
}

/**
 * Waits until a document has no release in flight, and returns the document. If the document cannot be read, returns
 * an error text.
 */
export async function settledDocument(
  cluster: Cluster,
  entry: Entry,
): Promise<string | AnswerBody> {
  const target = { node: cluster.apis[1]!, channel: 'http', key: entry.account.keys[0]! } as const;
  const end = performance.now() + RECOVERY_MS;
  for (;;) {
    const { reply, failure } = await attempt(target, { operation: 'read', id: entry.id, wait: 20 });
    if (reply?.status === 200) return reply.body;
    // All documents are read at the same time, which can overload a busy machine.
    if (reply?.status !== 503 || performance.now() > end) return reply?.text ?? failure!;
    await sleep(100);
  }
}
