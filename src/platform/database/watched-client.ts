import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { READ_ONLY } from './database-fault.js';

/** Who is asked something and says nothing for so long is asked for. PostgreSQL ends every statement after 10 s. */
const SILENCE_MS = 5_500;
/** Who cannot be asked for, and is silent for so many times as long, is not there any more. */
const MAX_SILENCES = 2;
/** Whoever asks is answered by then, or the server cannot be asked. */
const QUESTION_TIMEOUT_MS = 1_000;
/**
 * Whether a session is at work, which may be a commit that waits for a synchronous standby: nothing ends that wait but
 * the standby, not even that we are gone. Behind PgBouncer the ids of sessions are not those of PostgreSQL.
 */
const AT_WORK = `
  SELECT pg_backend_pid() AS asker,
         EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1 AND state = 'active'
                                                AND wait_event_type IS DISTINCT FROM 'Client') AS "isAtWork"`;

/** What the server says of a session; `unknown`: it cannot be asked. */
type Session = 'at work' | 'gone' | 'unknown';

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
  /** How long it may be silent before it is asked for; 0 is for ever. */
  protected readonly silenceMs: number = SILENCE_MS;
  /** How often it has been silent for so long since these bytes came. */
  private silences = { times: 0, bytesRead: 0 };

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
    stream.setTimeout(this.silenceMs, () => void this.onSilence(stream));
  }

  /**
   * Breaks where nobody is at work on what was asked. A session that waits for a standby is kept: left alone, it would
   * stay at the server beside the one that takes its place, and soon PostgreSQL would have none left for anybody.
   */
  private async onSilence(stream: Socket): Promise<void> {
    const { bytesRead } = stream;
    const times = bytesRead === this.silences.bytesRead ? this.silences.times + 1 : 1;
    // Nobody waits for what was never asked.
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
      connectionTimeoutMillis: QUESTION_TIMEOUT_MS,
      query_timeout: QUESTION_TIMEOUT_MS,
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

/** A connection whose statements take as long as they take, such as those that build an index of a large table. */
export class UnhurriedClient extends WatchedClient {
  protected override readonly silenceMs = 0;
}

/**
 * PostgreSQL compiles plans that it takes for dear (jit), as it takes those of a search among a million documents, anew
 * each time: 0.2 s for what takes 0.03 s without. What the service asks never takes so long that it would pay.
 */
export async function withoutJit(client: Client): Promise<void> {
  await client.query('SET jit = off');
}

/**
 * What a pool for the primary asks of each new connection. During a failover a proxy may lead to a standby, which
 * may not have applied yet what others have been shown: nothing is read there (contract 3).
 * @throws Error as if the database could only be read
 */
export async function ofPrimary(client: WatchedClient): Promise<void> {
  if (!client.isStandby) return withoutJit(client);
  const fault = new Error('The server at DATABASE_URL is a standby, not a primary.');
  throw Object.assign(fault, { code: READ_ONLY });
}

/** Of the process that serves a session, which pg's types do not know. */
const processIdOf = (client: Client): number | null =>
  (client as unknown as { processID: number | null }).processID;

/** Whether an answer is waited for, which pg's types do not know. */
const isAsked = (client: Client): boolean =>
  !(client as unknown as { readyForQuery: boolean }).readyForQuery;

const connectionOf = (client: Client): Connection =>
  (client as unknown as { connection: Connection }).connection;
