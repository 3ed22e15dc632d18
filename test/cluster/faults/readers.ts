import { setTimeout as sleep } from 'node:timers/promises';
import { client } from '../../setup/client.js';

const PAUSE_MS = 50;

/**
 * Client that reads documents repeatedly, and records each answer that shows an older version than an earlier
 * answer.
 */
export class Readers {
  readonly violations: string[] = [];
  /** Number of reads that failed. */
  refused = 0;
  private readonly seen = new Map<string, number>();
  private readonly work: Promise<void>;
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly publisherKey: string,
  ) {
    this.work = this.read();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.work;
  }

  private async read(): Promise<void> {
    const api = client(this.url, this.publisherKey);
    while (!this.stopped) {
      const list = await api.list('?limit=20&sort=-updatedAt').catch(() => undefined);
      if (list?.status !== 200) this.refused += 1;
      for (const { id, url, publishedVersion } of list?.status === 200 ? list.body.items : []) {
        if (publishedVersion !== null) await this.page(id, new URL(url).pathname, publishedVersion);
      }
      await sleep(PAUSE_MS);
    }
  }

  /** @param least version that a list showed as public before the request */
  private async page(id: string, path: string, least: number): Promise<void> {
    this.seen.set(id, Math.max(this.seen.get(id) ?? 0, least));
    const before = this.seen.get(id)!;
    const answer = await fetch(`${this.url}${path}.md`).catch(() => undefined);
    const text = (await answer?.text().catch(() => undefined)) ?? '';
    if (answer?.status !== 200) this.refused += 1;
    if (answer?.status === 404) this.violations.push(`${path}: 404 after version ${before}`);
    const version = Number(/^version: (\d+)$/m.exec(text)?.[1] ?? 0);
    if (answer?.status !== 200) return;
    if (version < before) this.violations.push(`${path}: version ${version} after ${before}`);
    this.seen.set(id, Math.max(before, version));
  }
}
