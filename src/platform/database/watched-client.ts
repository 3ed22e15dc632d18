import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { READ_ONLY } from './database-fault.js';

/** PostgreSQL ends every statement after 10 s, but not its commit: who says nothing for longer is asked for. */
const READ_TIMEOUT_MS = 11_000;
/** Whoever asks is answered by then, or the server is not there any more. */
const QUESTION_TIMEOUT_MS = 1_000;
/** Nothing ends the wait for a synchronous standby but the standby; not even that we are gone. */
const AWAITS_STANDBY = `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'`;

/** What pg keeps in a client, which its types do not know. */
interface Connection {
  readonly stream: Socket;
  on(event: 'errorMessage', listener: (error: { readonly code?: string }) => void): void;
  on(event: 'parameterStatus', listener: (parameter: Parameter) => void): void;
}

/** What a server tells of itself whenever it changes, first of all when a connection begins. */
interface Parameter {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/**
 * A connection that breaks when the other side has fallen silent. A network that swallows packets
 * ends none, and TCP itself would wait for a quarter of an hour.
 */
export class WatchedClient extends Client {
  /** Whether the server says that it follows another. */
  isStandby = false;
  /** How long it may be silent; 0 is for ever. */
  protected readonly readTimeoutMs: number = READ_TIMEOUT_MS;

  constructor(config?: string | ClientConfig) {
    super(config);
    connectionOf(this).on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
    // Whoever uses it hears of it from the statement; while nobody does, it must not end the process.
    this.on('error', () => undefined);
    this.once('connect', () => {
      const connection = connectionOf(this);
      this.watch(connection.stream);
      // A session that can only read may stay so when the database has long been writable again, or be at a
      // server that is not the primary any more: the pool replaces a client that has ended.
      connection.on('errorMessage', ({ code }) => {
        if (code === READ_ONLY) void this.end();
      });
    });
  }

  private watch(stream: Socket): void {
    stream.setTimeout(this.readTimeoutMs, () => void this.onSilence(stream));
  }

  /**
   * Left alone, a session that waits for a standby would stay at the server beside the one that takes its place, and
   * soon PostgreSQL would have none left for anybody.
   */
  private async onSilence(stream: Socket): Promise<void> {
    if (await this.awaitsStandby()) {
      this.watch(stream);
      return;
    }
    const fault = new Error(`PostgreSQL has been silent for ${this.readTimeoutMs} ms.`);
    stream.destroy(Object.assign(fault, { code: 'ETIMEDOUT' }));
  }

  private async awaitsStandby(): Promise<boolean> {
    const { host, port, user, password, database, ssl } = this;
    const place = { host, port, user, password, database, ssl };
    const session = new Client({
      ...place,
      connectionTimeoutMillis: QUESTION_TIMEOUT_MS,
      query_timeout: QUESTION_TIMEOUT_MS,
    });
    session.on('error', () => undefined);
    try {
      await session.connect();
      const { rowCount } = await session.query(AWAITS_STANDBY, [processIdOf(this)]);
      return rowCount === 1;
    } catch {
      return false;
    } finally {
      void session.end().catch(() => undefined);
    }
  }
}

/** A connection whose statements take as long as they take, such as those that build an index of a large table. */
export class UnhurriedClient extends WatchedClient {
  protected override readonly readTimeoutMs = 0;
}

/**
 * What a pool for the primary asks of each new connection. During a failover a proxy may lead to a standby, which
 * may not have applied yet what others have been shown: nothing is read there (CONTRACT 3).
 * @throws Error as if the database could only be read
 */
export function refuseStandby({ isStandby }: WatchedClient): void {
  if (!isStandby) return;
  const fault = new Error('The server at DATABASE_URL is a standby, not a primary.');
  throw Object.assign(fault, { code: READ_ONLY });
}

/** Of the process that serves a session, which pg's types do not know. */
const processIdOf = (client: Client): number | null =>
  (client as unknown as { processID: number | null }).processID;

const connectionOf = (client: Client): Connection =>
  (client as unknown as { connection: Connection }).connection;
