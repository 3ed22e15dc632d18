import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { READ_ONLY } from './database-fault.js';

/** A server that has not answered for this long is probed over a second connection. PostgreSQL ends every statement after 10 s. */
const SILENCE_MS = 5_500;
/** A server that cannot be probed counts as gone after this many silences in a row. */
const MAX_SILENCES = 2;
/** How long a probe waits for its answer. */
const PROBE_TIMEOUT_MS = 1_000;
/**
 * Whether a session works, perhaps on a commit that waits for a synchronous standby: only the standby ends that wait,
 * even if we disconnect. Behind PgBouncer the ids of sessions are not those of PostgreSQL.
 */
const AT_WORK = `
  SELECT pg_backend_pid() AS asker,
         EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1 AND state = 'active'
                                                AND wait_event_type IS DISTINCT FROM 'Client') AS "isAtWork"`;

/** State of a session; `unknown`: the server cannot be probed. */
type Session = 'at work' | 'gone' | 'unknown';

/** Members of a client of pg that its types lack. */
interface Connection {
  readonly stream: Socket;
  on(event: 'errorMessage', listener: (error: { readonly code?: string }) => void): void;
  on(event: 'parameterStatus', listener: (parameter: Parameter) => void): void;
}

/** A parameter that the server reports at the start of a connection and at each change. */
interface Parameter {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** Closes itself when the server stops answering. TCP alone would wait for a quarter of an hour for lost packets. */
export class WatchedClient extends Client {
  /** Whether the server reports that it is a hot standby. */
  isStandby = false;
  /** Milliseconds of silence before a probe; 0: no probe. */
  protected readonly silenceMs: number = SILENCE_MS;
  /** How many silences in a row, and the bytes read before them. */
  private silences = { times: 0, bytesRead: 0 };

  constructor(config?: string | ClientConfig) {
    super(config);
    connectionOf(this).on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
    // Its user gets the error from the statement; without one it must not end the process.
    this.on('error', () => undefined);
    this.once('connect', () => {
      const connection = connectionOf(this);
      this.watch(connection.stream);
      // A read-only session may stay read-only after the database is writable again, or be at a server that is no
      // longer the primary: the pool replaces a client that has ended.
      connection.on('errorMessage', ({ code }) => {
        if (code === READ_ONLY) void this.end();
      });
    });
  }

  private watch(stream: Socket): void {
    stream.setTimeout(this.silenceMs, () => void this.onSilence(stream));
  }

  /**
   * Closes the connection if the server is not working on our statement. A session that waits for a standby is kept:
   * abandoned sessions would stay at the server until PostgreSQL has no connection left.
   */
  private async onSilence(stream: Socket): Promise<void> {
    const { bytesRead } = stream;
    const times = bytesRead === this.silences.bytesRead ? this.silences.times + 1 : 1;
    // Without a statement there is nothing to wait for.
    const session = isAsked(this) ? await this.session() : 'idle';
    const isSound = session === 'idle' || session === 'at work' || stream.bytesRead !== bytesRead;
    if (isSound || (session === 'unknown' && times < MAX_SILENCES)) {
      this.silences = { times: isSound ? 0 : times, bytesRead };
      this.watch(stream);
      return;
    }
    const fault = new Error(`PostgreSQL has been silent for ${times * this.silenceMs} ms.`);
    stream.destroy(Object.assign(fault, { code: 'ETIMEDOUT' }));
  }

  private async session(): Promise<Session> {
    const { host, port, user, password, database, ssl } = this;
    const place = { host, port, user, password, database, ssl };
    const asking = new Client({
      ...place,
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    asking.on('error', () => undefined);
    try {
      await asking.connect();
      type Row = { asker: number; isAtWork: boolean };
      const { rows } = await asking.query<Row>(AT_WORK, [processIdOf(this)]);
      const { asker, isAtWork } = rows[0]!;
      if (isAtWork) return 'at work';
      return asker === processIdOf(asking) ? 'gone' : 'unknown';
    } catch {
      return 'unknown';
    } finally {
      void asking.end().catch(() => undefined);
    }
  }
}

/** A connection without a limit of silence, for statements such as the build of an index of a large table. */
export class UnhurriedClient extends WatchedClient {
  protected override readonly silenceMs = 0;
}

/** Turns jit off: it compiles a plan anew each time, and a search among a million documents takes 0.2 s, not 0.03 s. */
export async function withoutJit(client: Client): Promise<void> {
  await client.query('SET jit = off');
}

/**
 * Checks each new connection to the primary. During a failover a proxy may lead to a standby that has not yet applied
 * what others have seen: nothing is read there (contract 3).
 * @throws Error as if the database could only be read
 */
export async function ofPrimary(client: WatchedClient): Promise<void> {
  if (!client.isStandby) return withoutJit(client);
  const fault = new Error('The server at DATABASE_URL is a standby, not a primary.');
  throw Object.assign(fault, { code: READ_ONLY });
}

/** Id of the server process of a session; pg's types lack it. */
const processIdOf = (client: Client): number | null =>
  (client as unknown as { processID: number | null }).processID;

/** Whether a statement waits for its answer; pg's types lack it. */
const isAsked = (client: Client): boolean =>
  !(client as unknown as { readyForQuery: boolean }).readyForQuery;

const connectionOf = (client: Client): Connection =>
  (client as unknown as { connection: Connection }).connection;
