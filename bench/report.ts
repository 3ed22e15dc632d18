import type { Comparison, Figures } from './measure.js';

/** Results of a run, with facts about machine, versions and rounds. */
export interface Run {
  readonly facts: Readonly<Record<string, string>>;
  readonly comparisons: readonly Comparison[];
  /** Peak memory of each server in MiB. */
  readonly memory: { readonly service: number; readonly floor: number; readonly nest: number };
}

/** Returns the CPU time of server and database together, in ms per operation. */
export const cpuOf = ({ serverCpu, databaseCpu }: Figures): number => serverCpu + databaseCpu;

/** Formats a run as Markdown. Each figure is shown for the service, then the floor, then plain Nest. */
export function report({ facts, comparisons, memory }: Run): string {
  const { service, floor, nest } = memory;
  return [
    ...Object.entries(facts).map(([name, fact]) => `- ${name}: ${fact}`),
    `- peak memory: service ${whole(service)} MiB, floor ${whole(floor)} MiB, Nest ${whole(nest)} MiB`,
    '',
    ...table(
      ['phase', 'ops/s', ...OTHERS, ...RATIOS, 'p50 ms', ...OTHERS, 'p99 ms', ...OTHERS],
      comparisons.map((each) => [
        each.phase,
        ...cells(each, ({ throughput }) => whole(throughput)),
        ...ratios(each, ({ throughput }) => throughput),
        ...cells(each, ({ p50 }) => p50.toFixed(1)),
        ...cells(each, ({ p99 }) => p99.toFixed(1)),
      ]),
    ),
    '',
    ...table(
      [
        'phase',
        'CPU ms: server + database',
        ...OTHERS,
        ...RATIOS,
        'statements',
        ...OTHERS,
        'WAL bytes',
        ...OTHERS,
      ],
      comparisons.map((each) => [
        each.phase,
        ...cells(each, cpu),
        ...ratios(each, cpuOf),
        ...cells(each, ({ statements }) => statements.toFixed(1)),
        ...cells(each, ({ wal }) => whole(wal)),
      ]),
    ),
    '',
  ].join('\n');
}

const OTHERS = ['floor', 'Nest'];
const RATIOS = ['× floor', '× Nest'];

/** Returns one figure of each server. */
const cells = ({ service, floor, nest }: Comparison, of: (side: Figures) => string): string[] => [
  of(service),
  of(floor),
  nest ? of(nest) : '',
];

/** Formats a figure of the service, divided by the figure of each other server. */
const ratios = ({ service, floor, nest }: Comparison, of: (side: Figures) => number): string[] => [
  (of(service) / of(floor)).toFixed(2),
  nest ? (of(service) / of(nest)).toFixed(2) : '',
];

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [line(head), line(rule), ...rows.map(line)];
}

const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;

const cpu = ({ serverCpu, databaseCpu }: Figures): string =>
  `${serverCpu.toFixed(2)} + ${databaseCpu.toFixed(2)}`;

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
