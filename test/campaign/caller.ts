import { Actor } from './actor.js';
import { acceptance, type Attempt, type Intent } from './history.js';
import type { Target } from './http-recorder.js';
import { INTERFACES, type Order } from './interfaces.js';
import type { KnownDocument } from './known-documents.js';
import { picturesIn } from './pictures.js';
import { type Missing, Uploader } from './uploader.js';
import { creation, publication, revision, withNewKey } from './writes.js';

/** A program or assistant of one account. */
export class Caller extends Actor {
  private readonly uploader = new Uploader(
    this.cluster,
    this.scenario.stock,
    this.history,
    this.account,
    this.random,
  );

  /** Reads, uploads, or sends a write. */
  async act(): Promise<unknown> {
    const { random } = this;
    const document = this.known.draw(this.account, random);
    const dice = random.real();
    if (!document || dice < 0.1) {
      return this.writePictured(creation(this.account, this.scenario, random));
    }
    if (dice < 0.42) {
      return this.writePictured(revision(this.account, this.scenario, random, document));
    }
    if (dice < 0.64) {
      return this.publish(publication(this.account, this.scenario, random, document));
    }
    if (dice < 0.8) return this.read(document);
    if (dice < 0.85) return this.look({ operation: 'usage' }, '');
    if (dice < 0.88) return this.walk();
    if (dice < 0.92) return this.trespass();
    if (dice < 0.94) return this.copy();
    return this.repeat();
  }

  /**
   * Sends a write. Uploads some of the write's pictures before the write, and most of the missing pictures after the
   * write.
   */
  private async writePictured(intent: Intent): Promise<void> {
    for (const sha256 of picturesIn(intent.order.fields['content'])) {
      if (this.random.chance(0.3)) await this.uploader.upload(sha256);
    }
    await this.write(intent);
    const body = acceptance(intent)?.body as { missingPictures?: readonly Missing[] } | undefined;
    for (const missing of body?.missingPictures ?? []) await this.uploader.uploadMissing(missing);
  }

  /** Publishes a document. If pictures are missing, uploads them for a later publish. */
  private async publish(intent: Intent): Promise<void> {
    await this.write(intent);
    const refused = intent.attempts.find(({ reply }) => reply?.code === 'picture_missing');
    const pictures = (refused?.reply?.body.details['pictures'] ?? []) as readonly Missing[];
    for (const { sha256 } of pictures) await this.uploader.upload(sha256);
  }

  /** Sometimes returns the same write with a new key. */
  protected override replacementOf(intent: Intent): Intent | undefined {
    return this.random.chance(0.15) ? withNewKey(intent, this.scenario) : undefined;
  }

  protected override async send(target: Target, intent: Intent): Promise<Attempt> {
    const { order } = intent;
    const waits = order.operation === 'publish' && this.random.chance(0.1);
    const sent = await super.send(
      target,
      waits ? { ...intent, order: { ...order, wait: 2 } } : intent,
    );
    const { reply } = sent;
    if (reply?.status === 200) {
      const { id, version, locale, slug } = reply.body;
      this.known.learn(this.account, id, `/${locale}/${slug}`, version);
    }
    return sent;
  }

  private async read({ id, path }: KnownDocument): Promise<void> {
    const reply = await this.look({ operation: 'read', id }, '');
    if (reply?.status === 200) this.known.learn(this.account, id, path, reply.body.version);
  }

  /** Tries to read or change a document of another account. */
  private async trespass(): Promise<void> {
    const { random } = this;
    const victim = this.foreign();
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

  /** Sends a copy of a write of another account, with the idempotency key of that write. */
  private async copy(): Promise<void> {
    const theirs = this.accepted(({ account, order }) => account !== this.account && !order.seat);
    if (!theirs) return;
    const { order } = theirs;
    await this.look(order, order.operation === 'create' ? 'path_conflict' : 'not_found');
  }

  /** Repeats an accepted write, or sends another write with the idempotency key of the accepted write. */
  private async repeat(): Promise<void> {
    const { random } = this;
    const old = this.accepted(({ account, order }) => account === this.account && !order.seat);
    if (!old) return;
    if (random.chance(0.7)) {
      await this.send(this.target(), old);
    } else {
      const { idempotencyKey } = old.order;
      const other = creation(this.account, this.scenario, random).order;
      await this.look({ ...other, idempotencyKey }, 'idempotency_key_reused');
    }
  }

  /** Lists all documents that the account has in the round, page by page. */
  private async walk(): Promise<void> {
    const { locale } = this.scenario;
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
    this.history.walks.push({ account: this.account, locale, ids, from, to: performance.now() });
  }

  protected target(): Target {
    const { random } = this;
    return {
      node: random.pick(this.cluster.apis),
      channel: random.chance(0.5) ? 'http' : random.pick(INTERFACES),
      key: random.pick(this.account.keys),
    };
  }
}
