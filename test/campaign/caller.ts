import { setTimeout as sleep } from 'node:timers/promises';
import { DOORS, type Order } from './door.js';
import { acceptance, type Attempt, type History, type Intent, isFinal } from './history.js';
import type { Person } from './people.js';
import type { Random } from './random.js';
import type { KnownDocument, Shelf } from './shelf.js';
import { attempt, type Line } from './telephone.js';
import type { Town } from './town.js';
import { afresh, creation, publication, revision, type Shore } from './writes.js';

/** Between a request that failed and the next. */
const BREATH_MS = 150;

/** A program or assistant of one account that does one thing after the other. */
export class Caller {
  constructor(
    private readonly town: Town,
    private readonly shore: Shore,
    private readonly shelf: Shelf,
    private readonly history: History,
    private readonly person: Person,
    private readonly random: Random,
  ) {}

  /** One thing: a write until it is settled or given up, or a look. */
  async act(): Promise<unknown> {
    const { random } = this;
    const document = this.shelf.draw(this.person, random);
    const dice = random.real();
    if (!document || dice < 0.1) return this.write(creation(this.person, this.shore, random));
    if (dice < 0.42) return this.write(revision(this.person, this.shore, random, document));
    if (dice < 0.64) return this.write(publication(this.person, this.shore, random, document));
    if (dice < 0.8) return this.read(document);
    if (dice < 0.85) return this.look({ operation: 'usage' }, '');
    if (dice < 0.88) return this.walk();
    if (dice < 0.92) return this.trespass();
    if (dice < 0.94) return this.copy();
    return this.repeat();
  }

  /** Sends a write, at times twice at once; where no answer comes, again, otherwise, or not at all. */
  private async write(intent: Intent): Promise<void> {
    const { random } = this;
    this.history.intents.push(intent);
    for (let tries = 0; tries < 4; tries += 1) {
      const lines = random.chance(0.12) ? [this.line(), this.line()] : [this.line()];
      const attempts = await Promise.all(lines.map((line) => this.send(line, intent)));
      if (attempts.every(({ reply }) => isFinal(reply))) return;
      await sleep(BREATH_MS * random.real());
      if (random.chance(0.15)) return;
      if (random.chance(0.15)) return this.write(afresh(intent, this.shore));
    }
  }

  private async send(line: Line, intent: Intent): Promise<Attempt> {
    const waits = intent.order.operation === 'publish' && this.random.chance(0.1);
    const sent = await attempt(line, waits ? { ...intent.order, wait: 2 } : intent.order);
    intent.attempts.push(sent);
    const { reply } = sent;
    if (reply?.status === 200) {
      const { id, version, locale, slug } = reply.body;
      this.shelf.learn(this.person, id, `/${locale}/${slug}`, version);
    }
    return sent;
  }

  private async read({ id, path }: KnownDocument): Promise<void> {
    const reply = await this.look({ operation: 'read', id }, '');
    if (reply?.status === 200) this.shelf.learn(this.person, id, path, reply.body.version);
  }

  /** Tries what belongs to somebody else. */
  private async trespass(): Promise<void> {
    const { random } = this;
    const others = this.town.people.filter((person) => person !== this.person);
    const victim = this.shelf.draw(random.pick(others), random);
    if (!victim) return;
    const { id, version } = victim;
    const idempotencyKey = `trespass-${random.real()}`;
    const fields = { expectedVersion: version };
    const order = random.pick<Order>([
      { operation: 'read', id },
      { operation: 'update', id, idempotencyKey, fields: { ...fields, title: 'Taken over' } },
      { operation: 'publish', id, idempotencyKey, fields },
    ]);
    await this.look(order, 'not_found');
  }

  /** Sends a write of somebody else, its idempotency key included. */
  private async copy(): Promise<void> {
    const theirs = this.history.intents.filter(
      (intent) => intent.person !== this.person && acceptance(intent),
    );
    if (theirs.length === 0) return;
    const { order } = this.random.pick(theirs);
    await this.look(order, order.operation === 'create' ? 'path_conflict' : 'not_found');
  }

  /** Repeats a write that was accepted long ago, or takes its key for another one. */
  private async repeat(): Promise<void> {
    const { random } = this;
    const mine = this.history.intents.filter(
      (intent) => intent.person === this.person && acceptance(intent),
    );
    if (mine.length === 0) return;
    const old = random.pick(mine);
    if (random.chance(0.7)) {
      await this.send(this.line(), old);
    } else {
      const { idempotencyKey } = old.order;
      const other = creation(this.person, this.shore, random).order;
      await this.look({ ...other, idempotencyKey }, 'idempotency_key_reused');
    }
  }

  /** Follows the cursor through all documents of the round. */
  private async walk(): Promise<void> {
    const { locale } = this.shore;
    const ids: string[] = [];
    const from = performance.now();
    let cursor: string | null = null;
    do {
      const fields = {
        locale,
        limit: 2,
        sort: 'createdAt',
        ...(cursor === null ? {} : { cursor }),
      };
      const reply = await this.look({ operation: 'list', fields }, '');
      if (reply?.status !== 200) return;
      ids.push(...reply.body.items.map(({ id }) => id));
      ({ nextCursor: cursor } = reply.body);
    } while (cursor !== null);
    this.history.walks.push({ person: this.person, locale, ids, from, to: performance.now() });
  }

  private async look(order: Order, refusal: string): Promise<Attempt['reply']> {
    const sent = await attempt(this.line(), order);
    this.history.looks.push({ ...sent, person: this.person, order, refusal });
    if (!isFinal(sent.reply)) await sleep(BREATH_MS * this.random.real());
    return sent.reply;
  }

  private line(): Line {
    const { random } = this;
    return {
      station: random.pick(this.town.apis),
      door: random.chance(0.5) ? 'http' : random.pick(DOORS),
      key: random.pick(this.person.keys),
    };
  }
}
