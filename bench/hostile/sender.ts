import { constants, setPriority } from 'node:os';
import { type HostileBody, outOfBounds, withinBounds } from './bodies.js';

/** Message that starts a sender. */
export interface SenderWish {
  readonly kind: 'outOfBounds' | 'withinBounds';
  readonly origin: string;
  readonly key: string;
  readonly inFlight: number;
  readonly milliseconds: number;
}

/** Totals of the answers. */
export interface Answers {
  /** Number of different bodies. */
  readonly bodies: number;
  readonly sent: number;
  readonly bytes: number;
  readonly statuses: readonly (readonly [status: number, count: number])[];
}

async function send({ kind, origin, key, inFlight, milliseconds }: SenderWish): Promise<Answers> {
  const bodies: readonly HostileBody[] = kind === 'outOfBounds' ? outOfBounds() : withinBounds();
  const statuses = new Map<number, number>();
  let sent = 0;
  let bytes = 0;
  const until = performance.now() + milliseconds;
  const sender = async (): Promise<void> => {
    while (performance.now() < until) {
      const body = bodies[sent % bodies.length]!;
      sent += 1;
      const answer = await fetch(origin + body.path, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'hostile',
        },
        body: body.bytes,
      });
      bytes += (await answer.arrayBuffer()).byteLength;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, sender));
  return { bodies: bodies.length, sent, bytes, statuses: [...statuses] };
}

async function sendAll(wish: SenderWish): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  process.send!(await send(wish));
  process.disconnect();
}

// This process has the lowest priority, because a real sender would take no processor time from the service.
process.once('message', (wish: SenderWish) => void sendAll(wish));
