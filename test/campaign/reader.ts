import { setTimeout as sleep } from 'node:timers/promises';
import type { History } from './history.js';
import type { Random } from './random.js';
import type { Shelf } from './shelf.js';
import type { Town } from './town.js';

const PATIENCE_MS = 25_000;
const BREATH_MS = 150;

/** Somebody without a key who opens pages. */
export class Reader {
  constructor(
    private readonly town: Town,
    private readonly shelf: Shelf,
    private readonly history: History,
    private readonly random: Random,
  ) {}

  async act(): Promise<void> {
    const path = this.shelf.anyPath(this.random);
    if (path === undefined) return sleep(BREATH_MS);
    const kind = this.random.pick(['html', 'markdown'] as const);
    const { url } = this.random.pick(this.town.apis);
    const from = performance.now();
    try {
      const answer = await fetch(`${url}${path}${kind === 'html' ? '' : '.md'}`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await answer.text();
      const { status } = answer;
      this.history.views.push({ path, kind, status, text, from, to: performance.now() });
    } catch {
      await sleep(BREATH_MS);
    }
    return undefined;
  }
}
