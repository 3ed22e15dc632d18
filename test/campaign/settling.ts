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
 * Repeats each open write until its result is known. Returns a violation for each write whose result is still unknown
 * after `RECOVERY_MS`.
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
 * Reads a document, and returns the document. The read waits for at most 20 s until no release of the document is in
 * flight. If the document cannot be read, returns an error text.
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
    // All documents are read at the same time. A busy machine then answers some reads with 503.
    if (reply?.status !== 503 || performance.now() > end) return reply?.text ?? failure!;
    await sleep(100);
  }
}

/** Asks at quiet, and again while a busy process answers 503. The status 0 stands for no answer. */
export async function patiently<T extends { readonly status: number }>(
  ask: () => Promise<T>,
  tries = 20,
): Promise<T> {
  const answer = await ask();
  if ((answer.status !== 0 && answer.status !== 503) || tries === 1) return answer;
  await sleep(500);
  return patiently(ask, tries - 1);
}
