/**
 * A `timestamptz` as the text that clients read, RFC 3339 in UTC with milliseconds (contract 2), so
 * that nobody parses it only to write it again.
 */
export const timestampText = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
