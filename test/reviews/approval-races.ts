import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from '../desk/person.js';
import { Random } from '../campaign/random.js';
import { booksOf } from '../setup/books.js';
import { client, type Client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { addApprover, operator } from '../setup/operator.js';
import { sql } from '../setup/sql.js';

/** An approver with a session. The forms are sent without opening a page first. */
interface Seat {
  readonly approverId: string;
  readonly cookie: string;
  readonly token: string;
}

interface Decision {
  readonly version: number;
  readonly outcome: string;
  /** Id of the approver. */
  readonly by: string;
  readonly via: string;
  readonly isRevoked: boolean;
}

/** Number of approvers who take part at the same time. */
const SEATS = 4;
/** Number of documents that are raced for at the same time. */
const AT_ONCE = 6;
/** Statuses that a decision may get. */
const ANSWERS: ReadonlySet<number> = new Set([303, 403, 409, 422, 503]);

/** Pause before a request is sent again to another process, in ms. */
const PAUSE_MS = 100;

/** Races of approvers, a program and the operator for the documents of one account, at several processes. */
export class ApprovalRaces {
  private readonly seats: Seat[] = [];
  private readonly random: Random;
  private readonly faults: string[] = [];
  /** Number of releases. */
  released = 0;
  /** Number of versions that approvers made by a correction. */
  corrected = 0;
  /** Number of requests that got no answer, because their process ended. */
  lost = 0;

  constructor(
    private readonly databaseUrl: string,
    private readonly urls: readonly string[],
    private readonly account: { readonly accountId: string; readonly key: string },
    private readonly approvals: number,
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  /** Runs this many races, each for a new document. Returns everything that is wrong. */
  async run(count: number): Promise<string[]> {
    const { accountId } = this.account;
    const rule = ['accounts', 'set-release-rule', accountId, 'desk'];
    await operator(this.databaseUrl, ...rule, '--approvals', `${this.approvals}`);
    for (let seat = 0; seat < SEATS; seat += 1) this.seats.push(await this.newSeat());
    let left = count;
    const race = async (): Promise<void> => {
      while ((left -= 1) >= 0) {
        const number = left;
        await this.race(number).catch((error) => this.faults.push(`race ${number}: ${error}`));
        if (number > 0 && number % 500 === 0)
          process.stdout.write(`${number} races left, ${this.faults.length} faults\n`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, race));
    this.faults.push(...(await this.books()));
    return this.faults;
  }

  /** Sends a request of the program to one process after another until one answers. */
  private async told<T extends { readonly status: number }>(
    send: (api: Client) => Promise<T>,
  ): Promise<T> {
    for (;;) {
      const api = client(this.random.pick(this.urls), this.account.key);
      const answer = await send(api).catch(() => undefined);
      if (answer && answer.status !== 503) return answer;
      this.lost += 1;
      await sleep(PAUSE_MS);
    }
  }

  private async newSeat(): Promise<Seat> {
    const url = this.urls[0]!;
    const { approverId, key } = await addApprover(this.databaseUrl, this.account.accountId);
    for (;;) {
      try {
        const person = await signIn(url, key);
        const { token } = await person.form('/desk', '/desk/sign-out');
        if (token !== undefined) return { approverId, cookie: person.cookie, token };
      } catch {
        // The process was killed.
      }
      this.lost += 1;
      await sleep(PAUSE_MS);
    }
  }

  /** One document: several of its possible decisions at the same time, then the approvals that are left. */
  private async race(number: number): Promise<void> {
    const document = newDocument({ intent: 'review' });
    const key = randomUUID();
    const { body } = await this.told((api) => api.create(document, { key }));
    const { id } = body;
    const another = { expectedVersion: 1, title: 'Another', intent: 'review' } as const;
    const others: readonly (() => Promise<unknown>)[] = [
      () => this.send(id, 1, 'send-back'),
      () => this.told((api) => api.update(id, another)),
      () => this.send(id, 1, 'correct'),
      () => this.withdraw(id),
      () => this.revoke(),
      () => this.told((api) => api.publish(id, { expectedVersion: 1, approvedBy: 'Nobody' })),
    ];
    const approvals = Array.from(
      { length: this.approvals + 1 },
      () => () => this.send(id, 1, 'release'),
    );
    const interference = this.random.chance(0.6) ? [others[number % others.length]!] : [];
    const steps = this.random.shuffled([...approvals, ...interference]);
    await Promise.all(steps.map((step) => step()));
    for (let more = 0; more < this.approvals; more += 1) {
      const { version } = (await this.told((api) => api.read(id))).body;
      await this.send(id, version, 'release');
    }
    this.faults.push(...(await this.faultsOf(id)));
  }

  /** Sends a form of the desk, sometimes twice. */
  private async send(
    id: string,
    version: number,
    what: 'release' | 'send-back' | 'correct',
  ): Promise<void> {
    const { cookie, token } = this.random.pick(this.seats);
    const fields = { state: 'review', note: 'No.', title: 'Corrected' };
    const form = { token, version: `${version}`, key: randomUUID(), ...fields };
    const once = async (): Promise<number> => {
      const answer = await fetch(`${this.random.pick(this.urls)}/desk/${id}/${what}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: cookie },
        body: new URLSearchParams(form),
      }).catch(() => undefined);
      if (!answer) this.lost += 1;
      return answer?.status ?? 503;
    };
    const clicks = this.random.chance(0.1) ? [once(), once()] : [once()];
    for (const status of await Promise.all(clicks)) {
      if (!ANSWERS.has(status)) this.faults.push(`${what} of ${id} is answered ${status}`);
    }
  }

  private async withdraw(id: string): Promise<void> {
    const words = ['publications', 'withdraw', id, '--reason', 'a mistake'];
    await operator(this.databaseUrl, ...words).catch(() => 'nothing was public');
  }

  /** Adds an approver, and revokes another one. Only then are there always approvers, however many races revoke. */
  private async revoke(): Promise<void> {
    const added = await this.newSeat();
    const left = this.random.pick(this.seats);
    this.seats[this.seats.indexOf(left)] = added;
    await operator(this.databaseUrl, 'approvers', 'revoke', left.approverId);
  }

  /**
   * Checks each release of a document: as many different approvers have approved that very version since the decision
   * before it that released it or sent it back, none of them corrected it, and nobody else released it. The last approval
   * that was needed is a release.
   */
  private async faultsOf(id: string): Promise<string[]> {
    const decisions = await sql<Decision>(
      this.databaseUrl,
      `SELECT d.version, d.outcome, d.key_id AS by, d.via,
              EXISTS (SELECT FROM approver a WHERE a.id = d.key_id AND a.revoked_at IS NOT NULL) AS "isRevoked"
       FROM decision d WHERE d.publication_id = $1 ORDER BY d.number`,
      [id],
    );
    const revoked = new Set(decisions.filter(({ isRevoked }) => isRevoked).map(({ by }) => by));
    const writers = await sql<{ version: number; by: string }>(
      this.databaseUrl,
      `SELECT version, key_id AS by FROM revision WHERE publication_id = $1 AND channel = 'desk'`,
      [id],
    );
    this.corrected += writers.length;
    const given = new Map<number, Set<string>>();
    const faults: string[] = [];
    for (const { version, outcome, by, via } of decisions) {
      const approvers = (given.get(version) ?? new Set<string>()).add(by);
      given.set(version, approvers);
      if (
        outcome !== 'returned' &&
        writers.some((one) => one.version === version && one.by === by)
      ) {
        faults.push(`${id}: version ${version} counts the approval of ${by}, who corrected it`);
      }
      if (via !== 'desk') faults.push(`${id}: a decision via ${via}`);
      if (outcome === 'approved') {
        const counted = [...approvers].filter((one) => !revoked.has(one));
        if (counted.length >= this.approvals) {
          faults.push(`${id}: version ${version} has enough approvals, and was not released`);
        }
        continue;
      }
      given.delete(version);
      if (outcome !== 'released') continue;
      this.released += 1;
      if (approvers.size < this.approvals) {
        faults.push(`${id}: version ${version} was released by ${[...approvers].join(', ')}`);
      }
    }
    return faults;
  }

  /** Compares the units with the accepted writes, and the releases with their decisions. */
  private async books(): Promise<string[]> {
    const { accountId } = this.account;
    const { units, records } = await booksOf(this.databaseUrl, accountId);
    const [row] = await sql<Record<'publishes' | 'releases', string>>(
      this.databaseUrl,
      `SELECT (SELECT count(*) FROM accepted_write WHERE account_id = $1 AND operation = 'publish') AS publishes,
              (SELECT count(*) FROM decision WHERE account_id = $1 AND outcome = 'released') AS releases`,
      [accountId],
    );
    const books = { units, records, ...row! };
    return units === records && books.publishes === books.releases
      ? []
      : [`the books: ${JSON.stringify(books)}`];
  }
}
