/** A line of the JSON log. */
export type LogLine = Readonly<Record<string, unknown>>;

/**
 * Parses a log of JSON lines. Ignores text before the first line that begins with `{`. From this line on, every line
 * must be JSON.
 */
export function logLines(output: string): LogLine[] {
  const start = output.search(/^\{/m);
  const lines = start === -1 ? [] : output.slice(start).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as LogLine);
}
