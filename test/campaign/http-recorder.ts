import { type Channel, type Order, type Reply, send } from './interfaces.js';
import type { Attempt, Span } from './history.js';
import type { CampaignAccount } from './accounts.js';
import type { ClusterNode } from './cluster-node.js';

/** Process, channel and key of a request. */
export interface Target {
  readonly node: ClusterNode;
  readonly channel: Channel;
  readonly key: CampaignAccount['keys'][number];
}

/** Sends an order. Returns the times of the attempt, and the reply or the reason why no reply came. */
export async function attempt(target: Target, order: Order): Promise<Attempt> {
  const { node, key } = target;
  const channel = order.seat ? 'desk' : target.channel;
  const about = { node: node.name, channel, keyId: key.id, waited: order.wait !== undefined };
  const { outcome, ...span } = await timed(() => send(node.url, key.key, channel, order));
  return { ...about, ...span, ...outcome };
}

type Outcome = { readonly reply: Reply } | { readonly failure: string };

async function timed(call: () => Promise<Reply>): Promise<Span & { outcome: Outcome }> {
  const from = performance.now();
  const outcome = await call().then(
    (reply): Outcome => ({ reply }),
    (error: Error): Outcome => ({ failure: `${error.name}: ${error.message}` }),
  );
  return { from, to: performance.now(), outcome };
}
