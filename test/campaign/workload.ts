import { Approver } from './approver.js';
import { Caller } from './caller.js';
import { History } from './history.js';
import type { Random } from './random.js';
import { Reader } from './reader.js';
import type { KnownDocuments } from './known-documents.js';
import type { Endpoints } from './endpoints.js';
import type { Scenario } from './writes.js';

/** Number of callers, divided among the accounts. */
const CALLERS = 7;
const READERS = 2;

/** The clients of a round. The clients work until the fault has ended and a given number of requests has been sent. */
export class Workload {
  readonly history = new History();
  private goesOn = true;

  constructor(
    private readonly endpoints: Endpoints,
    private readonly scenario: Scenario,
    private readonly known: KnownDocuments,
    private readonly random: Random,
  ) {}

  /** Runs all clients. Resolves after the last answer. */
  async run(operations: number, fault: Promise<unknown>): Promise<void> {
    const { endpoints, scenario, known, history, random } = this;
    const callers = Array.from({ length: CALLERS }, (_, index) => {
      const account = endpoints.accounts[index % endpoints.accounts.length]!;
      return new Caller(
        endpoints,
        scenario,
        known,
        history,
        account,
        random.fork(`caller ${index}`),
      );
    });
    const readers = Array.from(
      { length: READERS },
      (_, index) => new Reader(endpoints, known, history, random.fork(`reader ${index}`)),
    );
    const approvers = endpoints.accounts.map(
      (account) =>
        new Approver(
          endpoints,
          scenario,
          known,
          history,
          account,
          random.fork(`desk ${account.name}`),
        ),
    );
    const atWork = [...callers, ...readers, ...approvers].map(async (one) => {
      while (this.goesOn || history.operations < operations) await one.act();
    });
    await fault.finally(() => {
      this.goesOn = false;
    });
    await Promise.all(atWork);
  }
}
