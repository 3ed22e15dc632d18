import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignAccount } from './accounts.js';
import type { Cluster } from './cluster.js';
import { acceptance, type Attempt, type History, type Intent, isFinal } from './history.js';
import { attempt, type Target } from './http-recorder.js';
import type { Order } from './interfaces.js';
import type { KnownDocument, KnownDocuments } from './known-documents.js';
import type { Random } from './random.js';
import type { Scenario } from './writes.js';

/** Maximum pause, in ms, after a failed request or if there is nothing to do. */
export const PAUSE_MS = 150;

/** A client that acts for one account, and does one thing after another. */
export abstract class Actor {
  constructor(
    protected readonly cluster: Cluster,
    protected readonly scenario: Scenario,
    protected readonly known: KnownDocuments,
    protected readonly history: History,
    protected readonly account: CampaignAccount,
    protected readonly random: Random,
  ) {}

  /** Does one thing. */
  abstract act(): Promise<unknown>;

  /** Draws process, channel and key of a request. */
  protected abstract target(): Target;

  /** Returns the write that replaces one without a final answer. Without a replacement, the write is sent again. */
  protected replacementOf?(intent: Intent): Intent | undefined;

  /** Sends a write, sometimes twice concurrently. If no final answer comes, repeats or replaces the write, or gives up. */
  protected async write(intent: Intent): Promise<void> {
    const { random } = this;
    this.history.intents.push(intent);
    for (let tries = 0; tries < 4; tries += 1) {
      const targets = random.chance(0.12) ? [this.target(), this.target()] : [this.target()];
      const attempts = await Promise.all(targets.map((target) => this.send(target, intent)));
      if (attempts.every(({ reply }) => isFinal(reply))) return;
      await sleep(PAUSE_MS * random.real());
      if (random.chance(0.15)) return;
      const replacement = this.replacementOf?.(intent);
      if (replacement) return this.write(replacement);
    }
  }

  protected async send(target: Target, { order, attempts }: Intent): Promise<Attempt> {
    const sent = await attempt(target, order);
    attempts.push(sent);
    return sent;
  }

  /** Sends a request that must change nothing. @param refusal the only code with which it may be refused */
  protected async look(order: Order, refusal: string): Promise<Attempt['reply']> {
    const sent = await attempt(this.target(), order);
    this.history.looks.push({ ...sent, account: this.account, order, refusal });
    if (!isFinal(sent.reply)) await sleep(PAUSE_MS * this.random.real());
    return sent.reply;
  }

  /** Draws an accepted write. Returns `undefined` if no accepted write fulfils the condition. */
  protected accepted(isMeant: (intent: Intent) => boolean): Intent | undefined {
    const found = this.history.intents.filter((one) => isMeant(one) && acceptance(one));
    return found.length === 0 ? undefined : this.random.pick(found);
  }

  /** Draws a document of another account. */
  protected foreign(): KnownDocument | undefined {
    const others = this.cluster.accounts.filter((account) => account !== this.account);
    return this.known.draw(this.random.pick(others), this.random);
  }
}
