import { setTimeout as sleep } from 'node:timers/promises';
import { PAUSE_MS } from './actor.js';
import type { Cluster } from './cluster.js';
import type { History } from './history.js';
import { TIMEOUT_MS } from './interfaces.js';
import type { Random } from './random.js';
import type { KnownDocuments } from './known-documents.js';

/** A reader without a key who opens pages. */
export class Reader {
  constructor(
    private readonly cluster: Cluster,
    private readonly known: KnownDocuments,
    private readonly history: History,
    private readonly random: Random,
  ) {}

  async act(): Promise<void> {
    const path = this.known.anyPath(this.random);
    if (path === undefined) return sleep(PAUSE_MS);
    const kind = this.random.pick(['html', 'markdown'] as const);
    const { url } = this.random.pick(this.cluster.apis);
    const from = performance.now();
    try {
      const answer = await fetch(`${url}${path}${kind === 'html' ? '' : '.md'}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await answer.text();
      const { status } = answer;
      this.history.views.push({ path, kind, status, text, from, to: performance.now() });
    } catch {
      await sleep(PAUSE_MS);
    }
    return undefined;
  }
}
