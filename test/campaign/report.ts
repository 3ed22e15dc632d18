import { acceptance } from './history.js';
import type { RoundResult } from './round.js';

interface Count {
  rounds: number;
  operations: number;
  unanswered: number;
}

/** Counts and violations of a campaign. `toString()` returns the report as Markdown. */
export class Report {
  readonly violations: string[] = [];
  private readonly byFault = new Map<string, Count>();
  /** Accepted writes of programs, without replays. */
  accepted = 0;
  /** Accepted decisions at the desk. */
  readonly decided = { released: 0, returned: 0 };

  /**
   * Numbers of uploads. `taken` counts the uploads that were accepted as new. `refused` counts the uploads that were
   * refused because their address had been used.
   */
  readonly uploads = { taken: 0, refused: 0 };
  private readonly failovers: Pick<RoundResult, 'fault' | 'recovery'>[] = [];

  add({ fault, history, violations, recovery }: RoundResult, round: number): void {
    if (recovery) this.failovers.push({ fault, recovery });
    this.violations.push(
      ...violations.map((violation) => `round ${round}, ${fault}: ${violation}`),
    );
    const count = this.byFault.get(fault) ?? { rounds: 0, operations: 0, unanswered: 0 };
    this.byFault.set(fault, count);
    const attempts = history.intents.flatMap((intent) => intent.attempts);
    count.rounds += 1;
    count.operations += history.operations;
    count.unanswered += history.requests.filter(({ reply }) => !reply).length;
    this.accepted += attempts.filter(
      ({ reply, channel }) => reply?.status === 200 && !reply.replayed && channel !== 'desk',
    ).length;
    this.uploads.taken += history.uploads.filter(({ status }) => status === 201).length;
    this.uploads.refused += history.uploads.filter(({ status }) => status === 404).length;
    for (const { order } of history.intents.filter((one) => one.order.seat && acceptance(one))) {
      this.decided[order.operation === 'publish' ? 'released' : 'returned'] += 1;
    }
  }

  get operations(): number {
    return this.sum('operations');
  }

  get unanswered(): number {
    return this.sum('unanswered');
  }

  toString(): string {
    const lines = [...this.byFault]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(
        ([fault, { rounds, operations, unanswered }]) =>
          `| ${fault} | ${rounds} | ${operations} | ${unanswered} |`,
      );
    return [
      '| Fault | Rounds | Requests | Left without an answer |',
      '|---|---:|---:|---:|',
      ...lines,
      `| **all** | ${this.sum('rounds')} | ${this.operations} | ${this.unanswered} |`,
      '',
      `Accepted writes of programs: ${this.accepted}. At the desk: ${this.decided.released} released, ` +
        `${this.decided.returned} sent back. Pictures: ${this.uploads.taken} taken, ${this.uploads.refused} refused at ` +
        `an address used before. Violations: ${this.violations.length}.`,
      ...this.failoverLines(),
    ].join('\n');
  }

  private failoverLines(): string[] {
    if (this.failovers.length === 0) return [];
    return [
      '',
      '| Failover | First accepted write after, s | By every process after, s |',
      '|---|---:|---:|',
      ...this.failovers.map(
        ({ fault, recovery }) =>
          `| ${fault} | ${seconds(recovery!.first)} | ${seconds(recovery!.everywhere)} |`,
      ),
    ];
  }

  private sum(what: keyof Count): number {
    return [...this.byFault.values()].reduce((sum, count) => sum + count[what], 0);
  }
}

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(2);
