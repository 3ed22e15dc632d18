import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { READ_ONLY } from './database-fault.js';

/** PostgreSQL ends every statement after 10 s: who says nothing for longer is not there any more. */
const READ_TIMEOUT_MS = 11_000;

/** What pg keeps in a client, which its types do not know. */
interface Connection {
  readonly stream: Socket;
  on(event: 'errorMessage', listener: (error: { readonly code?: string }) => void): void;
}

/**
 * A connection that breaks when the other side has fallen silent. A network that swallows packets
 * ends none, and TCP itself would wait for a quarter of an hour.
 */
export class WatchedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    // Whoever uses it hears of it from the statement; while nobody does, it must not end the process.
    this.on('error', () => undefined);
    this.once('connect', () => {
      const { connection } = this as unknown as { connection: Connection };
      const { stream } = connection;
      stream.setTimeout(READ_TIMEOUT_MS, () => {
        const fault = new Error(`PostgreSQL has been silent for ${READ_TIMEOUT_MS} ms.`);
        stream.destroy(Object.assign(fault, { code: 'ETIMEDOUT' }));
      });
      // A session that can only read may stay so when the database has long been writable again, or be at a
      // server that is not the primary any more: the pool replaces a client that has ended.
      connection.on('errorMessage', ({ code }) => {
        if (code === READ_ONLY) void this.end();
      });
    });
  }
}
