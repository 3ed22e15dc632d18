/** No connection of the share came free in time, or too many wait for one: nothing was done. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
  /** PostgreSQL's `too_many_connections`. */
  readonly code = '53300';
}

/** PostgreSQL's `read_only_sql_transaction`. */
export const READ_ONLY = '25006';
const SERIALIZATION_FAILURES = new Set(['40001', '40P01']);
/** Classes and codes of PostgreSQL, and of the socket, after which a later try may succeed. */
const AWAY =
  /^(08...|53...|57P0.|57014|55P03|25006|25P0[34]|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** TypeORM releases a query runner whose connection broke between two statements. */
const AWAY_WITHOUT_CODE =
  /^(Query runner already released|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after|Query read timeout)/;

function codeOf(error: unknown): string {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: unknown };
  if (typeof code === 'string') return code;
  return driverError === undefined ? '' : codeOf(driverError);
}

/** Deadlock or serialization failure: nothing was written, and trying again is the remedy. */
export const isSerializationFailure = (error: unknown): boolean =>
  SERIALIZATION_FAILURES.has(codeOf(error));

/** A lock, or a statement that waits for several, took longer than it may: nothing was done. */
export const lockTimedOut = (error: unknown): boolean => /^(55P03|57014)$/.test(codeOf(error));

/** The database cannot be reached, is read-only or overloaded, or cut a statement that waited too long. */
export function databaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return code === '' ? AWAY_WITHOUT_CODE.test(error.message) : AWAY.test(code);
}

/** The primary turned read-only, or another server took its place: nothing was written. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/** The connection broke, so that it is not known whether the last statement was carried out. */
export const connectionLost = (error: unknown): boolean =>
  databaseAway(error) && !/^(53|57014|55P03|25)/.test(codeOf(error));
