import { Approver } from './approver.js';
import { Caller } from './caller.js';
import type { Cluster } from './cluster.js';
import { History } from './history.js';
import type { KnownDocuments } from './known-documents.js';
import type { Random } from './random.js';
import { Reader } from './reader.js';
import type { Scenario } from './writes.js';

/** Number of callers, divided among the accounts. */
const CALLERS = 7;
const READERS = 2;

/** The clients of a round. The clients work until the fault has ended and a given number of requests has been sent. */
export class Workload {
  readonly history = new History();
  private goesOn = true;

  constructor(
    private readonly cluster: Cluster,
    private readonly scenario: Scenario,
    private readonly known: KnownDocuments,
    private readonly random: Random,
  ) {}

  /** Runs all clients. Resolves after the last answer. */
  async run(operations: number, fault: Promise<unknown>): Promise<void> {
    const { cluster, scenario, known, history, random } = this;
    const { accounts } = cluster;
    const callers = Array.from({ length: CALLERS }, (_, index) => {
      const account = accounts[index % accounts.length]!;
      const chances = random.fork(`caller ${index}`);
      return new Caller(cluster, scenario, known, history, account, chances);
    });
    const readers = Array.from(
      { length: READERS },
      (_, index) => new Reader(cluster, known, history, random.fork(`reader ${index}`)),
    );
    const approvers = accounts.map((account) => {
      const chances = random.fork(`desk ${account.name}`);
      return new Approver(cluster, scenario, known, history, account, chances);
    });
    const atWork = [...callers, ...readers, ...approvers].map(async (one) => {
      while (this.goesOn || history.operations < operations) await one.act();
    });
    await fault.finally(() => {
      this.goesOn = false;
    });
    await Promise.all(atWork);
  }
}
