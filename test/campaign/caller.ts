import { setTimeout as sleep } from 'node:timers/promises';
import { INTERFACES, type Order } from './interfaces.js';
import { acceptance, type Attempt, type History, type Intent, isFinal } from './history.js';
import type { CampaignAccount } from './accounts.js';
import type { Random } from './random.js';
import type { KnownDocument, KnownDocuments } from './known-documents.js';
import { picturesIn } from './pictures.js';
import { type Missing, Uploader } from './uploader.js';
import { attempt, type Target } from './http-recorder.js';
import type { Endpoints } from './endpoints.js';
import { withNewKey, creation, publication, revision, type Scenario } from './writes.js';

/** Maximum pause after a failed request, in ms. */
const PAUSE_MS = 150;

/** A program or assistant of one account, which does one thing after another. */
export class Caller {
  private readonly uploader: Uploader;

  constructor(
    private readonly endpoints: Endpoints,
    private readonly scenario: Scenario,
    private readonly known: KnownDocuments,
    private readonly history: History,
    private readonly account: CampaignAccount,
    private readonly random: Random,
  ) {
    const { stock = new Map<string, Buffer>() } = scenario;
    this.uploader = new Uploader(endpoints, stock, history, account, random);
  }

  /**
   * Does one thing: reads, or sends a write. The caller repeats the write until a final answer comes, or gives up
   * earlier.
   */
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
    if (dice < 0.92) return this.readForeign();
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

  /**
   * Sends a write, sometimes twice concurrently. If no final answer comes, repeats the write, sends the write with a
   * new key, or gives up.
   */
  private async write(intent: Intent): Promise<void> {
    const { random } = this;
    this.history.intents.push(intent);
    for (let tries = 0; tries < 4; tries += 1) {
      const targets = random.chance(0.12) ? [this.target(), this.target()] : [this.target()];
      const attempts = await Promise.all(targets.map((target) => this.send(target, intent)));
      if (attempts.every(({ reply }) => isFinal(reply))) return;
      await sleep(PAUSE_MS * random.real());
      if (random.chance(0.15)) return;
      if (random.chance(0.15)) return this.write(withNewKey(intent, this.scenario));
    }
  }

  private async send(target: Target, intent: Intent): Promise<Attempt> {
    const waits = intent.order.operation === 'publish' && this.random.chance(0.1);
    const sent = await attempt(target, waits ? { ...intent.order, wait: 2 } : intent.order);
    intent.attempts.push(sent);
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
  private async readForeign(): Promise<void> {
    const { random } = this;
    const others = this.endpoints.accounts.filter((account) => account !== this.account);
    const victim = this.known.draw(random.pick(others), random);
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
    const theirs = this.history.intents.filter(
      (intent) => intent.account !== this.account && !intent.order.seat && acceptance(intent),
    );
    if (theirs.length === 0) return;
    const { order } = this.random.pick(theirs);
    await this.look(order, order.operation === 'create' ? 'path_conflict' : 'not_found');
  }

  /** Repeats an accepted write, or sends another write with the idempotency key of the accepted write. */
  private async repeat(): Promise<void> {
    const { random } = this;
    const mine = this.history.intents.filter(
      (intent) => intent.account === this.account && !intent.order.seat && acceptance(intent),
    );
    if (mine.length === 0) return;
    const old = random.pick(mine);
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

  private async look(order: Order, refusal: string): Promise<Attempt['reply']> {
    const sent = await attempt(this.target(), order);
    this.history.looks.push({ ...sent, account: this.account, order, refusal });
    if (!isFinal(sent.reply)) await sleep(PAUSE_MS * this.random.real());
    return sent.reply;
  }

  private target(): Target {
    const { random } = this;
    return {
      node: random.pick(this.endpoints.apis),
      channel: random.chance(0.5) ? 'http' : random.pick(INTERFACES),
      key: random.pick(this.account.keys),
    };
  }
}
