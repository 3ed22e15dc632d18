import { type Door, type Order, type Reply, send } from './door.js';
import type { Attempt, Span } from './history.js';
import type { Person } from './people.js';
import type { Place } from './town.js';

/** Where and how a request goes. */
export interface Line {
  readonly station: Place;
  readonly door: Door;
  readonly key: Person['keys'][number];
}

/** Sends an order and notes what came of it, which may be nothing. */
export async function attempt(line: Line, order: Order): Promise<Attempt> {
  const { station, door, key } = line;
  const about = { station: station.name, door, keyId: key.id, waited: order.wait !== undefined };
  const { outcome, ...span } = await timed(() => send(station.url, key.key, door, order));
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
