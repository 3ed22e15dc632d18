/** No connection became free in time, or too many tasks wait for one. The statement was not run. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
  /** PostgreSQL's `too_many_connections`. */
  readonly code = '53300';
}

/** PostgreSQL's `read_only_sql_transaction`. */
export const READ_ONLY = '25006';
const SERIALIZATION_FAILURES = new Set(['40001', '40P01']);
/** Error codes of PostgreSQL and of sockets after which a retry may succeed; `08...` is a class of codes. */
const AWAY =
  /^(08...|53...|57P0.|57014|55P03|25006|25P0[34]|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** Messages of errors without a code that allow a retry. TypeORM releases a query runner whose connection breaks. */
const AWAY_WITHOUT_CODE =
  /^(Query runner already released|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after|Query read timeout)/;

function codeOf(error: unknown): string {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: unknown };
  if (typeof code === 'string') return code;
  return driverError === undefined ? '' : codeOf(driverError);
}

/** Whether the error is a deadlock or a serialization failure: nothing was written, and a retry may succeed. */
export const isSerializationFailure = (error: unknown): boolean =>
  SERIALIZATION_FAILURES.has(codeOf(error));

/** Whether the lock or statement time-out of PostgreSQL ended the statement: nothing was written. */
export const lockTimedOut = (error: unknown): boolean => /^(55P03|57014)$/.test(codeOf(error));

/** Whether the database cannot be reached, is read-only or overloaded, or ended a statement by a time-out. */
export function databaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return code === '' ? AWAY_WITHOUT_CODE.test(error.message) : AWAY.test(code);
}

/** Whether the database is read-only, for example after a failover to another server: nothing was written. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/** Whether the connection broke. It is then unknown whether the server executed the last statement. */
export const connectionLost = (error: unknown): boolean =>
  databaseAway(error) && !/^(53|57014|55P03|25)/.test(codeOf(error));
