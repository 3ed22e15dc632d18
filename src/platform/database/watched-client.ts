import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

/** PostgreSQL ends every statement after 10 s: who says nothing for longer is not there any more. */
const READ_TIMEOUT_MS = 11_000;

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
      const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
      stream.setTimeout(READ_TIMEOUT_MS, () => {
        const fault = new Error(`PostgreSQL has been silent for ${READ_TIMEOUT_MS} ms.`);
        stream.destroy(Object.assign(fault, { code: 'ETIMEDOUT' }));
      });
    });
  }
}
