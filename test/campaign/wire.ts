import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What a wire does with bytes. `whole` passes them on; `slow` does so 80 ms late; `silent` keeps
 * them back, as a black hole does; `deaf` passes on what is asked and swallows what is answered;
 * `cut` refuses connections.
 */
export type Mood = 'whole' | 'slow' | 'silent' | 'deaf' | 'cut';

const LATE_MS = 80;

/** A TCP line from somebody to somebody, at an address that stays, which can be ill in several ways. */
export class Wire {
  private readonly lines = new Set<Line>();
  private mood: Mood = 'whole';

  private constructor(
    private readonly server: Server,
    private target: URL,
  ) {}

  static async to(target: string): Promise<Wire> {
    const server = createServer((near) => wire.join(near));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const wire = new Wire(server, new URL(target));
    return wire;
  }

  /** The address of the far end as it is reached at this one. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.pathname === '/' ? url.origin : url.href;
  }

  /** New connections go there from now on. */
  aim(target: string): void {
    this.target = new URL(target);
  }

  /** Breaks every connection off with a reset. */
  reset(): void {
    for (const line of this.lines) line.reset();
  }

  /** Whoever leaves the mood `deaf` loses the connections on which an answer is missing. */
  become(mood: Mood): void {
    this.mood = mood;
    for (const line of this.lines) line.become(mood);
    if (mood === 'cut') this.reset();
  }

  async close(): Promise<void> {
    this.server.close();
    this.reset();
    await once(this.server, 'close');
  }

  private join(near: Socket): void {
    if (this.mood === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(this.target.port), this.target.hostname);
    const line = new Line(near, far, () => this.lines.delete(line));
    this.lines.add(line);
    line.become(this.mood);
  }
}

/** One connection through a wire. */
class Line {
  private mood: Mood = 'whole';
  private hasSwallowed = false;

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
    ended: () => void,
  ) {
    near.setNoDelay(true);
    far.setNoDelay(true);
    this.carry(near, far);
    this.carry(far, near);
    near.once('close', ended);
  }

  become(mood: Mood): void {
    this.mood = mood;
    if (this.hasSwallowed && mood !== 'deaf') this.reset();
    for (const socket of [this.near, this.far]) {
      if (mood === 'silent') socket.pause();
      else socket.resume();
    }
  }

  reset(): void {
    this.near.resetAndDestroy();
    this.far.resetAndDestroy();
  }

  /** Bytes keep their order, also when those before were late and these are not. */
  private carry(from: Socket, to: Socket): void {
    let before: Promise<void> = Promise.resolve();
    const pass = (work: () => void): void => {
      const due = performance.now() + (this.mood === 'slow' ? LATE_MS : 0);
      before = before.then(() => until(due)).then(work);
    };
    from.on('data', (bytes) => {
      if (this.mood === 'deaf' && from === this.far) this.hasSwallowed = true;
      else pass(() => to.write(bytes));
    });
    from.on('end', () => pass(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', (broken) => {
      if (broken) to.destroy();
    });
  }
}

const until = async (due: number): Promise<void> => {
  const left = due - performance.now();
  if (left > 0) await sleep(left);
};
