import Table from 'cli-table3';

/** What a cell may hold; a time is shown in UTC to the second, nothing as a dash. */
export type Cell = string | number | Date | null | readonly string[];

function cellText(cell: Cell): string {
  if (cell === null) return '–';
  if (cell instanceof Date) return `${cell.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return typeof cell === 'object' ? cell.join(' ') : String(cell);
}

// No colours: the table reads the same in a file, a pipe and any terminal.
const PLAIN = { head: [], border: [], compact: true };

/** Many things of one kind, one a line. */
export function listTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const table = new Table({ head: [...head], style: PLAIN });
  table.push(...rows.map((row) => row.map(cellText)));
  return table.toString();
}

/** One thing, one fact a line. */
export function factTable(facts: Readonly<Record<string, Cell>>): string {
  const table = new Table({ style: PLAIN });
  table.push(...Object.entries(facts).map(([fact, cell]) => [fact, cellText(cell)]));
  return table.toString();
}
