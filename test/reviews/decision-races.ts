import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../desk/person.js';
import type { Answer, Client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

/** The compared fields of a read during a race. */
interface Seen {
  readonly state: string;
  readonly version: number;
  readonly publishedVersion: number | null;
  readonly returned: { readonly version: number } | null;
}

/** Returns the first contradiction in a read. Returns `undefined` if the read has no contradiction. */
function faultOf({ state, version, publishedVersion, returned }: Seen): string | undefined {
  const faults = [
    // All requests name version 1, so no later version may be public.
    publishedVersion !== null &&
      publishedVersion !== 1 &&
      'a version is public that nobody was shown',
    returned !== null &&
      (returned.version !== version || state !== 'draft') &&
      'returned, and not a draft',
    (state === 'published') !== (publishedVersion === version) &&
      'the state does not tell what is public',
  ];
  const fault = faults.find((each) => typeof each === 'string');
  return fault && `${fault}: ${JSON.stringify({ state, version, publishedVersion, returned })}`;
}

/** A process of the service and its callers: a program, and two people with their sessions. */
export interface Place {
  readonly api: Client;
  readonly ada: Person;
  readonly grace: Person;
}

/** Number of concurrent races. */
const AT_ONCE = 4;
/** Pause before a request is sent again, in ms. */
const PAUSE_MS = 100;
/** Pause between two reads of a document, in ms. The pause leaves processor time for the decisions. */
const LOOK_PAUSE_MS = 10;
/** Statuses that a decision may get: the decision was carried out, or another decision or the update came first. */
const ANSWERS: ReadonlySet<number> = new Set([200, 202, 303, 409]);

/**
 * In one race out of this many, only two people take part. In a race of all callers, the update usually comes first.
 */
const PAIR_EACH = 3;

type Told = Readonly<
  Record<'first' | 'again' | 'back' | 'repeated', number> &
    Partial<Record<'other' | 'key' | 'update', number>>
>;

/** Races: in each race, several callers decide on one document at the same time. */
export class Races {
  /** Number of requests that got no answer or 503, and were sent again. */
  lost = 0;
  /** Number of documents that an operator withdrew during the race. */
  withdrawn = 0;

  constructor(
    private readonly databaseUrl: string,
    private readonly places: readonly Place[],
    /** An operator withdraws one document out of this many. With `0`, the operator withdraws no document. */
    private readonly withdrawEach = 0,
  ) {}

  /** Runs this many races, each about version 1 of a new document. Returns all contradictions. */
  async run(count: number): Promise<string[]> {
    const found: string[] = [];
    let begun = 0;
    const next = async () => {
      while (begun < count) {
        const number = (begun += 1);
        found.push(...(await this.race(number).catch((error) => [`race ${number}: ${error}`])));
        if (number % 500 === 0) process.stdout.write(`${number} races, ${found.length} faults\n`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    return found;
  }

  private async race(number: number): Promise<string[]> {
    const key = randomUUID();
    const document = newDocument({ intent: 'review' });
    const created = await this.told(number, ({ api }) => api.create(document, { key }));
    const { id } = expectAccepted(created, 201);
    const [release, back] = [`/desk/${id}/release`, `/desk/${id}/send-back`];
    const [one, two, three] = await Promise.all([
      this.form(number, ({ ada }) => ada.form(`/desk/${id}`, release)),
      this.form(number + 1, ({ grace }) => grace.form(`/desk/${id}`, release)),
      this.form(number + 2, ({ grace }) => grace.form(`/desk/${id}`, back)),
    ]);
    let isOver = false;
    const faults: string[] = [];
    const look = async (from: number, prefer: Record<string, string> = {}) => {
      const { body } = await this.told(from, ({ api }) => api.read(id, prefer));
      const fault = faultOf(body);
      if (fault !== undefined) faults.push(fault);
      return body;
    };
    const watch = async () => {
      for (let looks = number; !isOver; looks += 1) {
        await look(looks);
        await sleep(LOOK_PAUSE_MS);
      }
    };
    const watching = watch();
    const keys = [randomUUID(), randomUUID()] as const;
    const first = ({ ada }: Place) => ada.post(release, one);
    const takes: Record<Exclude<keyof Told, 'repeated'>, (place: Place) => Promise<Status>> = {
      first,
      again: first,
      other: ({ grace }) => grace.post(release, two),
      key: ({ api }) =>
        api.publish(id, { expectedVersion: 1, approvedBy: 'A model' }, { key: keys[0] }),
      back: ({ grace }) => grace.post(back, { ...three, note: 'No.' }),
      update: ({ api }) =>
        api.update(
          id,
          { expectedVersion: 1, title: 'Another', intent: 'review' },
          { key: keys[1] },
        ),
    };
    const everybody = Object.keys(takes) as (keyof typeof takes)[];
    const names: typeof everybody =
      number % PAIR_EACH === 0 ? ['first', 'back', 'again'] : everybody;
    // The request that is sent first differs from race to race.
    const at = Math.floor(number / PAIR_EACH) % names.length;
    const order = [...names.slice(at), ...names.slice(0, at)];
    const [taken, isWithdrawn] = await Promise.all([
      Promise.all(
        order.map(
          async (name, place) =>
            [name, (await this.told(number + place, takes[name])).status] as const,
        ),
      ),
      this.isWithdrawn(number, id),
    ]);
    const repeated = (await this.told(number + 1, first)).status;
    const told = { ...Object.fromEntries(taken), repeated } as Told;
    let body = await look(number, { Prefer: 'wait=20' });
    while (body.state === 'publishing') body = await look(number, { Prefer: 'wait=20' });
    isOver = true;
    await watching;
    return [
      ...faults,
      ...Object.values(told)
        .filter((each) => !ANSWERS.has(each))
        .map((each) => `answered ${each}`),
      ...repeatFaults(told, isWithdrawn),
      ...(isWithdrawn ? [] : endFaults(told, body)),
      ...(await checkRecords(this.databaseUrl, id, told, isWithdrawn)),
    ].map((each) => `${id} ${JSON.stringify(told)}${isWithdrawn ? ' withdrawn' : ''}: ${each}`);
  }

  /** Sends a request to one process after another until it gets an answer other than 503. */
  private async told<T extends Status>(
    from: number,
    send: (place: Place) => Promise<T>,
  ): Promise<T> {
    for (let at = from; ; at += 1) {
      const answer = await send(this.places[at % this.places.length]!).catch(noAnswer);
      if (answer && answer.status !== 503) return answer;
      this.lost += 1;
      await sleep(PAUSE_MS);
    }
  }

  private async form(
    from: number,
    open: (place: Place) => Promise<Record<string, string>>,
  ): Promise<Record<string, string>> {
    const { form } = await this.told(from, async (place) => {
      const members = await open(place);
      return { status: 'key' in members ? 200 : 503, form: members };
    });
    return form;
  }

  /**
   * In some races, withdraws the document as an operator. Returns true if the document was public or had a release in
   * flight. Returns false in all other cases.
   */
  private async isWithdrawn(number: number, id: string): Promise<boolean> {
    if (this.withdrawEach === 0 || number % this.withdrawEach !== 0) return false;
    const words = ['publications', 'withdraw', id, '--reason', 'a mistake'];
    try {
      await operator(this.databaseUrl, ...words);
    } catch (error) {
      if (!String(error).includes('neither public nor being released')) throw error;
      return false;
    }
    this.withdrawn += 1;
    return true;
  }
}

type Status = Pick<Answer, 'status'>;

/** Ignores the error that `fetch` throws if a process has ended. */
function noAnswer(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

/** Checks that a form gets the same answer however often it is sent. */
function repeatFaults({ first, again, repeated }: Told, isWithdrawn: boolean): string[] {
  const answers = [first, again, repeated];
  // A form that was refused before the withdrawal may succeed after the withdrawal.
  const isRight = isWithdrawn
    ? repeated === 303 || (first !== 303 && again !== 303)
    : answers.every((each) => each === first);
  return isRight ? [] : [`one form was answered ${answers.join(', ')}`];
}

/** Checks the final state of a document that no operator withdrew. */
function endFaults(told: Told, { version, publishedVersion, returned }: Seen): string[] {
  const wanted = {
    version: told.update === 200 ? 2 : 1,
    publishedVersion: releasesOf(told) > 0 ? 1 : null,
    isReturned: told.back === 303 && told.update !== 200 && releasesOf(told) === 0,
  };
  const seen = { version, publishedVersion, isReturned: returned !== null };
  return JSON.stringify(seen) === JSON.stringify(wanted)
    ? []
    : [`it ends as ${JSON.stringify(seen)}, not as ${JSON.stringify(wanted)}`];
}

/** Returns the number of accepted publishes, without replays. */
const releasesOf = ({ first, again, repeated, other, key }: Told): number =>
  [[first, again, repeated].includes(303), other === 303, key === 202].filter(Boolean).length;

interface Row {
  readonly kind: string;
  readonly version: number;
  readonly channel: string;
  readonly audited: boolean;
}

/** Compares the answers that the callers got with the records in the database. */
async function checkRecords(
  databaseUrl: string,
  id: string,
  told: Told,
  isWithdrawn: boolean,
): Promise<string[]> {
  const rows = await sql<Row>(
    databaseUrl,
    `SELECT 'publish' AS kind, w.version, w.channel,
            EXISTS (SELECT FROM decision d WHERE d.id = w.id AND d.outcome = 'released'
                      AND d.version = w.version AND d.channel = w.channel) AS audited
       FROM accepted_write w WHERE w.publication_id = $1 AND w.operation = 'publish'
     UNION ALL
     SELECT outcome, version, channel, outcome = 'returned'
            OR EXISTS (SELECT FROM accepted_write w WHERE w.id = d.id) FROM decision d WHERE publication_id = $1`,
    [id],
  );
  const count = (kind: string): number => rows.filter((row) => row.kind === kind).length;
  const releases = releasesOf(told);
  const returns = told.back === 303 ? 1 : 0;
  const isPair = told.update === undefined;
  const isByDesk = rows.some(({ kind, channel }) => kind === 'released' && channel === 'desk');
  return [
    ...(count('publish') === releases ? [] : [`${count('publish')} publishes, ${releases} told`]),
    ...(count('publish') <= (isWithdrawn ? 2 : 1) ? [] : ['was released twice']),
    ...(count('returned') === returns ? [] : [`${count('returned')} sent back, ${returns} told`]),
    ...(isByDesk && returns > 0 && !isWithdrawn ? ['released and sent back by people'] : []),
    ...(isPair && !isWithdrawn && releases + returns !== 1 ? ['a pair made no decision'] : []),
    ...rows.filter(({ version }) => version !== 1).map(({ kind }) => `${kind} of another version`),
    ...rows
      .filter(({ audited }) => !audited)
      .map(({ kind }) => `${kind} without audit or decision`),
  ];
}
