import type { Comparison, Figures } from './measure.js';

/** Where and how a run took place. */
export interface Run {
  readonly facts: Readonly<Record<string, string>>;
  readonly comparisons: readonly Comparison[];
  /** The most MiB that each server held. */
  readonly memory: { readonly service: number; readonly floor: number };
}

/** Server and database. */
export const cpuOf = ({ serverCpu, databaseCpu }: Figures): number => serverCpu + databaseCpu;

/** A run as Markdown: every pair is the service, then the floor. */
export function report({ facts, comparisons, memory }: Run): string {
  return [
    ...Object.entries(facts).map(([name, fact]) => `- ${name}: ${fact}`),
    `- peak memory: service ${whole(memory.service)} MiB, floor ${whole(memory.floor)} MiB`,
    '',
    ...table(
      ['phase', 'ops/s', 'floor', '× floor', 'p50 ms', 'floor', 'p99 ms', 'floor'],
      comparisons.map(({ phase, service, floor }) => [
        phase,
        whole(service.throughput),
        whole(floor.throughput),
        (service.throughput / floor.throughput).toFixed(2),
        service.p50.toFixed(1),
        floor.p50.toFixed(1),
        service.p99.toFixed(1),
        floor.p99.toFixed(1),
      ]),
    ),
    '',
    ...table(
      [
        'phase',
        'CPU ms: server + database',
        'floor',
        '× floor',
        'statements',
        'floor',
        'WAL bytes',
        'floor',
      ],
      comparisons.map(({ phase, service, floor }) => [
        phase,
        cpu(service),
        cpu(floor),
        (cpuOf(service) / cpuOf(floor)).toFixed(2),
        service.statements.toFixed(1),
        floor.statements.toFixed(1),
        whole(service.wal),
        whole(floor.wal),
      ]),
    ),
    '',
  ].join('\n');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [line(head), line(rule), ...rows.map(line)];
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const cpu = ({ serverCpu, databaseCpu }: Figures): string =>
  `${serverCpu.toFixed(2)} + ${databaseCpu.toFixed(2)}`;

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
