import { Caller } from './caller.js';
import { History } from './history.js';
import type { Random } from './random.js';
import { Reader } from './reader.js';
import type { Shelf } from './shelf.js';
import type { Town } from './town.js';
import type { Shore } from './writes.js';

/** Of these, each account has its share. */
const CALLERS = 7;
const READERS = 2;

/** Everybody at work until the fault is over, and until so many requests were sent. */
export class Workload {
  readonly history = new History();
  private goesOn = true;

  constructor(
    private readonly town: Town,
    private readonly shore: Shore,
    private readonly shelf: Shelf,
    private readonly random: Random,
  ) {}

  /** Resolves when everybody has had the last answer. */
  async run(operations: number, fault: Promise<unknown>): Promise<void> {
    const { town, shore, shelf, history, random } = this;
    const callers = Array.from({ length: CALLERS }, (_, index) => {
      const person = town.people[index % town.people.length]!;
      return new Caller(town, shore, shelf, history, person, random.fork(`caller ${index}`));
    });
    const readers = Array.from(
      { length: READERS },
      (_, index) => new Reader(town, shelf, history, random.fork(`reader ${index}`)),
    );
    const atWork = [...callers, ...readers].map(async (one) => {
      while (this.goesOn || history.operations < operations) await one.act();
    });
    await fault.finally(() => {
      this.goesOn = false;
    });
    await Promise.all(atWork);
  }
}
