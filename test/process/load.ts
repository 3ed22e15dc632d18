import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';

/** Pause between two rounds of a client, in ms. The pause leaves processor time for the service under test. */
const PAUSE_MS = 20;

/** Clients that write, read and list until they are stopped. */
export class Load {
  /** Ids of the documents whose creation was answered. */
  readonly created: string[] = [];
  /** Answers other than success. */
  readonly refused: Answer[] = [];
  /** Errors of requests without an answer. */
  readonly failures: unknown[] = [];
  /** Number of successful requests so far. */
  answered = 0;
  private readonly clients: Promise<void>[];
  private stopped = false;

  constructor(
    private readonly api: Client,
    clients: number,
  ) {
    this.clients = Array.from({ length: clients }, () => this.work());
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.clients);
  }

  private async work(): Promise<void> {
    while (!this.stopped) {
      await this.once().catch((error: unknown) => this.failures.push(error));
      await sleep(PAUSE_MS);
    }
  }

  private async once(): Promise<void> {
    const { status, body } = this.noted(await this.api.create(newDocument()));
    if (status !== 201) return;
    this.created.push(body.id);
    this.noted(await this.api.read(body.id));
    this.noted(await this.api.list('?limit=1'));
  }

  private noted(answer: Answer): Answer {
    if (answer.status < 300) this.answered += 1;
    else this.refused.push(answer);
    return answer;
  }
}
