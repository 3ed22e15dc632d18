import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { READ_ONLY } from './database-fault.js';

/**
 * A server that sends nothing for this long during a statement is probed over a second connection. Two such silences
 * take 11 s, longer than the 10 s after which PostgreSQL itself ends every statement.
 */
const SILENCE_MS = 5_500;
/** If the probes fail, the server counts as gone after this many silences in a row. */
const MAX_SILENCES = 2;
/** Longest wait of a probe for its answer. */
const PROBE_TIMEOUT_MS = 1_000;
/**
 * Whether session $1 is working on a statement. A commit that waits for a synchronous standby counts as work: the
 * server continues to wait even if the client disconnects. `asker` is the id of the probe's own session. If pg has
 * another id for the session of the probe, the probe runs through PgBouncer. PgBouncer makes up session ids that
 * PostgreSQL does not know.
 */
const AT_WORK = `
  SELECT pg_backend_pid() AS asker,
         EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1 AND state = 'active'
                                                AND wait_event_type IS DISTINCT FROM 'Client') AS "isAtWork"`;

/**
 * State of a session. The state is `unknown` if the server cannot be probed, or if the probe runs through PgBouncer.
 */
type Session = 'at work' | 'gone' | 'unknown';

/** Members of `Client.connection` that pg's types do not have. */
interface Connection {
  readonly stream: Socket;
  on(event: 'errorMessage', listener: (error: { readonly code?: string }) => void): void;
  on(event: 'parameterStatus', listener: (parameter: Parameter) => void): void;
}

/** A server setting that the server reports at the start of a connection, and whenever the setting changes. */
interface Parameter {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/**
 * A client that closes its connection when the server stops answering. TCP alone would notice a silent server only
 * after 15 minutes.
 */
export class WatchedClient extends Client {
  /** Whether the server reports that it is a hot standby. */
  isStandby = false;
  /** Milliseconds of silence before a probe. With 0, the client never probes. */
  protected readonly silenceMs: number = SILENCE_MS;
  /** The number of silences in a row, and the number of bytes read before the first of these silences. */
  private silences = { times: 0, bytesRead: 0 };

  constructor(config?: string | ClientConfig) {
    super(config);
    connectionOf(this).on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
    // Without a listener, an `error` event would end the process. The listener does nothing, because a running
    // statement is rejected with the same error.
    this.on('error', () => undefined);
    this.once('connect', () => {
      const connection = connectionOf(this);
      this.watch(connection.stream);
      // After the error `READ_ONLY`, the server may no longer be the primary. Or the session may stay read-only,
      // although the database is writable again. So the client ends, and the pool replaces the client.
      connection.on('errorMessage', ({ code }) => {
        if (code === READ_ONLY) void this.end();
      });
    });
  }

  private watch(stream: Socket): void {
    stream.setTimeout(this.silenceMs, () => void this.onSilence(stream));
  }

  /**
   * Closes the connection if the server no longer works on the statement, or if two probes in a row give no result.
   * While a session waits for a standby, its connection stays open. The server would keep such a session even after a
   * disconnect, and many such sessions would use up the server's connections.
   */
  private async onSilence(stream: Socket): Promise<void> {
    const { bytesRead } = stream;
    const times = bytesRead === this.silences.bytesRead ? this.silences.times + 1 : 1;
    // An idle client expects no answer, so silence is normal.
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

/** A client that never probes. It is for slow statements, such as one that builds a large index. */
export class UnhurriedClient extends WatchedClient {
  protected override readonly silenceMs = 0;
}

/** Turns JIT off. With JIT, which compiles plans, a search in a million documents takes 0.2 s instead of 0.03 s. */
export async function withoutJit(client: Client): Promise<void> {
  await client.query('SET jit = off');
}

/**
 * Prepares a new connection to the primary: turns JIT off, and refuses a connection to a standby. During a failover, a
 * proxy can connect the service to a standby that lacks changes that clients have already seen (contract 3).
 * @throws Error with the code of a read-only database, if the server is a standby
 */
export async function ofPrimary(client: WatchedClient): Promise<void> {
  if (!client.isStandby) return withoutJit(client);
  const fault = new Error('The server at DATABASE_URL is a standby, not a primary.');
  throw Object.assign(fault, { code: READ_ONLY });
}

/** Returns the id of the server process of this client's session. pg's types do not have the member `processID`. */
const processIdOf = (client: Client): number | null =>
  (client as unknown as { processID: number | null }).processID;

/** Whether a statement waits for its answer. pg's types do not have the member `readyForQuery`. */
const isAsked = (client: Client): boolean =>
  !(client as unknown as { readyForQuery: boolean }).readyForQuery;

const connectionOf = (client: Client): Connection =>
  (client as unknown as { connection: Connection }).connection;
