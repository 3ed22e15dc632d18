/** Makes SQL that formats a `timestamptz` for answers, as RFC 3339 in UTC with milliseconds (contract 2). */
export const timestampText = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
