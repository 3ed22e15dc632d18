import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Client, client } from '../../setup/client.js';
import { newDocument } from '../../setup/document.js';

const PAUSE_MS = 40;
/** Pause between two attempts of a write, in ms, as a client pauses after a retryable refusal. */
const RETRY_MS = 200;
/** Number of revisions of a document before the writer begins another document. */
const MAX_VERSION = 12;

export interface Acknowledged {
  readonly key: string;
  readonly id: string;
  readonly version: number;
  /** Time of the answer, by `performance.now()`. */
  readonly at: number;
}

/**
 * Clients that write their own documents, and repeat each write with the same idempotency key until the write succeeds.
 */
export class Writers {
  readonly acknowledged: Acknowledged[] = [];
  /** Number of attempts without an answer, or with a refusal that allows a retry (429, 5xx). */
  refused = 0;
  /** Final refusals, and unexpected versions of documents that no other client changes. */
  readonly violations: string[] = [];
  private readonly work: Promise<void>[];
  private stopped = false;

  constructor(url: string, publisherKey: string, count: number) {
    const api = client(url, publisherKey);
    this.work = Array.from({ length: count }, async () => {
      while (!this.stopped) await this.document(api);
    });
  }

  /** Stops all writers. Resolves when each write is settled. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.work);
  }

  /** Resolves when `count` writes were acknowledged since `moment`, with the time of the first of these writes. */
  async untilAcknowledged(moment: number, count = 1): Promise<number> {
    for (;;) {
      const since = this.acknowledged.filter(({ at }) => at >= moment);
      if (since.length >= count) return since[0]!.at;
      await sleep(20);
    }
  }

  private async document(api: Client): Promise<void> {
    const document = newDocument();
    const id = await this.settle(1, (parts) => api.create(document, parts));
    if (id === undefined) return;
    for (let version = 1; version < MAX_VERSION && !this.stopped; version += 1) {
      const change = { expectedVersion: version, title: `Version ${version + 1}` };
      await this.settle(version + 1, (parts) => api.update(id, change, parts));
      if (version % 3 === 0) {
        const named = { expectedVersion: version + 1 };
        await this.settle(version + 1, (parts) => api.publish(id, named, parts));
      }
    }
  }

  /**
   * Sends a write until the write succeeds or is permanently refused.
   * @returns the document's id, or `undefined` if the write was permanently refused
   */
  private async settle(
    version: number,
    send: (parts: { key: string }) => Promise<Answer>,
  ): Promise<string | undefined> {
    const key = randomUUID();
    for (;;) {
      const answer = await send({ key }).catch(() => undefined);
      if (answer && answer.status < 300) {
        const { body } = answer;
        this.acknowledged.push({ key, id: body.id, version, at: performance.now() });
        if (body.version !== version)
          this.violations.push(`${body.id}: ${body.version}, not ${version}`);
        await sleep(PAUSE_MS);
        return body.id;
      }
      if (answer && answer.status < 500 && answer.status !== 429) {
        this.violations.push(`permanently refused: ${answer.status} ${answer.text}`);
        return undefined;
      }
      this.refused += 1;
      await sleep(RETRY_MS);
    }
  }
}
