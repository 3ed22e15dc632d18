/** Makes SQL that formats a `timestamptz` for answers: RFC 3339, UTC, ms (contract 2). This text is never parsed. */
export const timestampText = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
