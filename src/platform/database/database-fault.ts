/** No connection became free in time, or too many tasks were waiting for a connection. The statement was not run. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
  /** The code of PostgreSQL's error `too_many_connections`. */
  readonly code = '53300';
}

/** The code of PostgreSQL's error `read_only_sql_transaction`. */
export const READ_ONLY = '25006';
const SERIALIZATION_FAILURES = new Set(['40001', '40P01']);
/** Error codes of PostgreSQL and of sockets after which a retry may succeed; `08...` matches a class of codes. */
const AWAY =
  /^(08...|28...|3D000|53...|55000|57P0.|57014|55P03|25006|25P0[34]|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/**
 * Messages of errors that have no code. A retry after such an error may succeed. The first message comes from TypeORM,
 * which releases a query runner when the connection of this query runner breaks.
 */
const AWAY_WITHOUT_CODE =
  /^(Query runner already released|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after|Query read timeout)/;

function codeOf(error: unknown): string {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: unknown };
  if (typeof code === 'string') return code;
  return driverError === undefined ? '' : codeOf(driverError);
}

/** Whether the error is a deadlock or a serialization failure. If so, nothing was written, and a retry may succeed. */
export const isSerializationFailure = (error: unknown): boolean =>
  SERIALIZATION_FAILURES.has(codeOf(error));

/** Whether PostgreSQL's time-out for locks or for statements ended the statement. If so, nothing was written. */
export const lockTimedOut = (error: unknown): boolean => /^(55P03|57014)$/.test(codeOf(error));

/** Whether the database cannot be reached, is read-only or overloaded, or ended a statement by a time-out. */
export function databaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return code === '' ? AWAY_WITHOUT_CODE.test(error.message) : AWAY.test(code);
}

/** Whether the database is read-only, for example after a failover to another server. If so, nothing was written. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/** Whether the server did not answer within `query_timeout`. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** Whether the connection broke. If so, it is unknown whether the server executed the running statement. */
export const connectionLost = (error: unknown): boolean =>
  databaseAway(error) && !/^(53|57014|55P03|25)/.test(codeOf(error));
