import { setTimeout as sleep } from 'node:timers/promises';
import { type Client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';

/** Pause between two rounds of a client, in ms. The pause leaves processor time for the service under test. */
const PAUSE_MS = 20;

/** Clients that write, read and list until they are stopped. */
export class Load {
  /** Messages of failed requests. */
  readonly failures: string[] = [];
  /** Ids of the documents whose creation was answered. */
  readonly created: string[] = [];
  private readonly clients: Promise<void>[];
  private stopped = false;
  private requests = 0;

  constructor(
    private readonly api: Client,
    clients: number,
  ) {
    this.clients = Array.from({ length: clients }, () => this.work());
  }

  /** Number of successful requests so far. */
  get answered(): number {
    return this.requests;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.clients);
  }

  private async work(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.once();
      } catch (error) {
        const { message, cause } = error as Error;
        this.failures.push(`${message}: ${String(cause)}`);
      }
      await sleep(PAUSE_MS);
    }
  }

  private async once(): Promise<void> {
    const { status, body, text } = await this.api.create(newDocument());
    if (status !== 201) throw new Error(`create: ${status}`, { cause: text });
    this.created.push(body.id);
    this.requests += 1;
    const read = await this.api.read(body.id);
    if (read.status !== 200) throw new Error(`read: ${read.status}`, { cause: read.text });
    this.requests += 1;
    const list = await this.api.list('?limit=1');
    if (list.status !== 200) throw new Error(`list: ${list.status}`, { cause: list.text });
    this.requests += 1;
  }
}
