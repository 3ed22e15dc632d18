import { setTimeout as sleep } from 'node:timers/promises';
import { hiddenOf } from '../desk/person.js';
import { Actor, PAUSE_MS } from './actor.js';
import type { Target } from './http-recorder.js';
import type { KnownDocument } from './known-documents.js';
import { Seat } from './seat.js';
import { decision } from './writes.js';

/** Two people of one account who look at documents at the desk and decide on them. */
export class Approver extends Actor {
  private readonly seats = this.account.people.map(({ name, key }) => new Seat(name, key));

  /**
   * Opens a page, decides on a document, or sends an accepted form again. Sometimes tries to open a document of another
   * account, or to decide on such a document.
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
      await this.write(decision(this.account, this.scenario, seat, id, release));
    else if (back['key'] !== undefined)
      await this.write(decision(this.account, this.scenario, seat, id, back, 'Not yet.'));
  }

  /** Sends an accepted form again. */
  private async repeat(): Promise<void> {
    const old = this.accepted(({ account, order }) => account === this.account && !!order.seat);
    if (old) await this.send(this.target(), old);
  }

  /** Tries to open, release or send back a document of another account. */
  private async trespass(): Promise<void> {
    const { random } = this;
    const victim = this.foreign();
    if (!victim) return;
    const operation = random.pick(['open', 'publish', 'send back'] as const);
    const fields = { expectedVersion: victim.version, state: 'review', note: 'Mine.' };
    const seat = random.pick(this.seats);
    const idempotencyKey = `trespass-${random.real()}`;
    await this.look({ operation, id: victim.id, seat, fields, idempotencyKey }, 'not_found');
  }

  protected target(): Target {
    const node = this.random.pick(this.cluster.apis);
    return { node, channel: 'desk', key: this.account.keys[0]! };
  }
}
