import { setTimeout as sleep } from 'node:timers/promises';
import { hiddenOf } from '../desk/person.js';
import type { CampaignAccount } from './accounts.js';
import type { Endpoints } from './endpoints.js';
import { acceptance, type Attempt, type History, type Intent, isFinal } from './history.js';
import { attempt } from './http-recorder.js';
import type { Order } from './interfaces.js';
import type { KnownDocument, KnownDocuments } from './known-documents.js';
import type { Random } from './random.js';
import { Seat } from './seat.js';
import { decision, type Scenario } from './writes.js';

/** Maximum pause, in ms, after a failed request or if there is nothing to do. */
const PAUSE_MS = 150;

/** Two people of one account who look at documents at the desk and decide on them. */
export class Approver {
  private readonly seats: readonly Seat[];

  constructor(
    private readonly endpoints: Endpoints,
    private readonly scenario: Scenario,
    private readonly known: KnownDocuments,
    private readonly history: History,
    private readonly account: CampaignAccount,
    private readonly random: Random,
  ) {
    this.seats = account.people.map(({ name, key }) => new Seat(name, key));
  }

  /**
   * Does one thing: opens a page, decides on a document, or sends an accepted form again. Sometimes tries to open a
   * document of another account, or to decide on such a document.
   */
  async act(): Promise<unknown> {
    const { random } = this;
    const document = this.known.draw(this.account, random);
    if (!document) return sleep(PAUSE_MS);
    const dice = random.real();
    if (dice < 0.08) return this.look({ operation: 'open', seat: random.pick(this.seats) }, '');
    if (dice < 0.13) return this.trespass();
    if (dice < 0.2) return this.repeat();
    // Sometimes both people decide at the same time. One person may release the version that the other person sends
    // back.
    const seats = random.chance(0.3) ? this.seats : [random.pick(this.seats)];
    return Promise.all(seats.map((seat) => this.decide(seat, document)));
  }

  /** Opens a document and sends at most one of its forms. */
  private async decide(seat: Seat, { id }: KnownDocument): Promise<void> {
    const { random } = this;
    const shown = await this.look({ operation: 'open', id, seat }, '');
    if (shown?.status !== 200) return;
    const form = (action: string) => hiddenOf(shown.text, `/desk/${id}/${action}`);
    const [release, back] = [form('release'), form('send-back')];
    // A draft has no send-back form. An approver releases a draft less often, because programs publish drafts too.
    const isReleased = random.chance(back['key'] === undefined ? 0.2 : 0.35);
    if (release['key'] !== undefined && isReleased)
      await this.send(decision(this.account, this.scenario, seat, id, release));
    else if (back['key'] !== undefined)
      await this.send(decision(this.account, this.scenario, seat, id, back, 'Not yet.'));
  }

  /** Sends a form, sometimes twice at the same time. If no final answer comes, sends the form again or gives up. */
  private async send(intent: Intent): Promise<void> {
    const { random, history } = this;
    history.intents.push(intent);
    for (let tries = 0; tries < 4; tries += 1) {
      const clicks = random.chance(0.15) ? 2 : 1;
      const sent = await Promise.all(
        Array.from({ length: clicks }, () => this.attempt(intent.order)),
      );
      intent.attempts.push(...sent);
      if (sent.every(({ reply }) => isFinal(reply))) return;
      await sleep(PAUSE_MS * random.real());
      if (random.chance(0.15)) return;
    }
  }

  /** Sends an accepted form again. */
  private async repeat(): Promise<void> {
    const mine = this.history.intents.filter(
      (intent) => intent.account === this.account && intent.order.seat && acceptance(intent),
    );
    if (mine.length === 0) return;
    const old = this.random.pick(mine);
    old.attempts.push(await this.attempt(old.order));
  }

  /** Tries to open, release or send back a document of another account. */
  private async trespass(): Promise<void> {
    const { random } = this;
    const others = this.endpoints.accounts.filter((account) => account !== this.account);
    const victim = this.known.draw(random.pick(others), random);
    if (!victim) return;
    const operation = random.pick(['open', 'publish', 'send back'] as const);
    const fields = { expectedVersion: victim.version, state: 'review', note: 'Mine.' };
    const seat = random.pick(this.seats);
    const idempotencyKey = `trespass-${random.real()}`;
    await this.look({ operation, id: victim.id, seat, fields, idempotencyKey }, 'not_found');
  }

  private async look(order: Order, refusal: string): Promise<Attempt['reply']> {
    const sent = await this.attempt(order);
    this.history.looks.push({ ...sent, account: this.account, order, refusal });
    if (!isFinal(sent.reply)) await sleep(PAUSE_MS * this.random.real());
    return sent.reply;
  }

  private attempt(order: Order): Promise<Attempt> {
    const node = this.random.pick(this.endpoints.apis);
    return attempt({ node, channel: 'desk', key: this.account.keys[0]! }, order);
  }
}
