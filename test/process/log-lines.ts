/** A line of the JSON log. */
export type LogLine = Readonly<Record<string, unknown>>;

/** The lines of a log, which must be JSON, each of them; what stands before the first is no log. */
export function logLines(output: string): LogLine[] {
  const start = output.search(/^\{/m);
  const lines = start === -1 ? [] : output.slice(start).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as LogLine);
}
