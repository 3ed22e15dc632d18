import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { READ_ONLY } from './database-fault.js';

/** A server silent for this long is probed over a second connection. PostgreSQL ends every statement after 10 s. */
const SILENCE_MS = 5_500;
/** A server that cannot be probed counts as gone after this many silences in a row. */
const MAX_SILENCES = 2;
/** How long a probe waits for its answer. */
const PROBE_TIMEOUT_MS = 1_000;
/**
 * Whether session $1 is working on a statement. A commit that waits for a synchronous standby counts too: the server
 * waits on even if the client disconnects. `asker` reveals PgBouncer, whose session ids are not PostgreSQL's.
 */
const AT_WORK = `
  SELECT pg_backend_pid() AS asker,
         EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1 AND state = 'active'
                                                AND wait_event_type IS DISTINCT FROM 'Client') AS "isAtWork"`;

/** State of a session; `unknown`: the server cannot be probed. */
type Session = 'at work' | 'gone' | 'unknown';

/** Members of `Client.connection`, which pg's types lack. */
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

/** Closes its connection when the server stops answering. TCP alone gives up only after about 15 minutes. */
export class WatchedClient extends Client {
  /** Whether the server reports that it is a hot standby. */
  isStandby = false;
  /** Milliseconds of silence before a probe; 0: no probe. */
  protected readonly silenceMs: number = SILENCE_MS;
  /** The number of silences in a row, and the bytes that had been read when they began. */
  private silences = { times: 0, bytesRead: 0 };

  constructor(config?: string | ClientConfig) {
    super(config);
    connectionOf(this).on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
    // A running statement rejects with the error. If none runs, an unhandled `error` event would end the process.
    this.on('error', () => undefined);
    this.once('connect', () => {
      const connection = connectionOf(this);
      this.watch(connection.stream);
      // After this error the session may stay read-only when the database is writable again, or the server may be no
      // primary any more. So the client ends, and the pool replaces it.
      connection.on('errorMessage', ({ code }) => {
        if (code === READ_ONLY) void this.end();
      });
    });
  }

  private watch(stream: Socket): void {
    stream.setTimeout(this.silenceMs, () => void this.onSilence(stream));
  }

  /**
   * Closes the connection if the server is not working on the statement. A session that waits for a standby is kept:
   * the server would keep the session after a disconnect, and abandoned sessions would use up its connections.
   */
  private async onSilence(stream: Socket): Promise<void> {
    const { bytesRead } = stream;
    const times = bytesRead === this.silences.bytesRead ? this.silences.times + 1 : 1;
    // An idle client waits for no answer, so its silence is no fault.
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

/** A client that never probes, for statements that are silent for long, such as building a large index. */
export class UnhurriedClient extends WatchedClient {
  protected override readonly silenceMs = 0;
}

/** Turns JIT off, which compiles a plan at each execution: a search in a million documents takes 0.2 s, not 0.03 s. */
export async function withoutJit(client: Client): Promise<void> {
  await client.query('SET jit = off');
}

/**
 * Refuses a new connection that leads to a standby. During a failover a proxy may connect to a standby that lacks
 * changes which clients have already seen (contract 3).
 * @throws Error with the code of a read-only database, if the server is a standby
 */
export async function ofPrimary(client: WatchedClient): Promise<void> {
  if (!client.isStandby) return withoutJit(client);
  const fault = new Error('The server at DATABASE_URL is a standby, not a primary.');
  throw Object.assign(fault, { code: READ_ONLY });
}

/** Id of the session's server process; pg's types lack the member. */
const processIdOf = (client: Client): number | null =>
  (client as unknown as { processID: number | null }).processID;

/** Whether a statement is waiting for its answer; pg's types lack the member. */
const isAsked = (client: Client): boolean =>
  !(client as unknown as { readyForQuery: boolean }).readyForQuery;

const connectionOf = (client: Client): Connection =>
  (client as unknown as { connection: Connection }).connection;
