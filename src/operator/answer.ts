import Table from 'cli-table3';
import { visibleLine } from '../platform/logging/visible.js';

/** The value of a table cell. A time is shown in UTC, without fractions of a second; `null` is shown as a dash. A text stays on its line. */
export type Cell = string | number | Date | null | readonly string[];

function cellText(cell: Cell): string {
  if (cell === null) return '–';
  if (cell instanceof Date) return `${cell.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return visibleLine(typeof cell === 'object' ? cell.join(' ') : String(cell));
}

// Without colours, the table looks the same in a file, a pipe and any terminal.
const PLAIN = { head: [], border: [], compact: true };

export function listTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const table = new Table({ head: [...head], style: PLAIN });
  table.push(...rows.map((row) => row.map(cellText)));
  return table.toString();
}

export function factTable(facts: Readonly<Record<string, Cell>>): string {
  const table = new Table({ style: PLAIN });
  table.push(...Object.entries(facts).map(([fact, cell]) => [fact, cellText(cell)]));
  return table.toString();
}

export interface Answer {
  /** Printed with `--json`. */
  readonly json: unknown;
  /** Printed without `--json`. */
  readonly text: string;
}

/** An answer of any length, which is printed page by page while it is read. */
export interface Listing<T> {
  /** The items, which `--json` prints as one array. */
  readonly pages: AsyncIterable<readonly T[]>;
  readonly head: readonly string[];
  row(this: void, item: T): readonly Cell[];
}

const WIDTH = 50;

export interface Bar {
  readonly label: string;
  readonly value: number;
}

/** Draws a bar chart. The longest bar has 50 characters; the bar of any value above 0 has at least one character. */
export function barChart(bars: readonly Bar[]): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const labels = Math.max(0, ...bars.map(({ label }) => label.length));
  return bars
    .map(({ label, value }) => {
      const bar = '█'.repeat(Math.ceil((value / most) * WIDTH));
      return `${label.padEnd(labels)} ${bar}${bar && ' '}${value}`;
    })
    .join('\n');
}
