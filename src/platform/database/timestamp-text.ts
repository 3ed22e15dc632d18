/** SQL for a `timestamptz` as text for answers (RFC 3339, UTC, ms; contract 2). The service never parses this text. */
export const timestampText = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
