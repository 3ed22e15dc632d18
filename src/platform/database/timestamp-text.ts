/** A `timestamptz` as clients read it (RFC 3339, UTC, milliseconds; contract 2), which the service never parses. */
export const timestampText = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
