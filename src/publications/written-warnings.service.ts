import { EventEmitter, once } from 'node:events';
import { Injectable } from '@nestjs/common';
import { ReleaseSignals } from '../releases/release-signals.js';
import type { ShownWarning } from '../warnings/shown-warnings.js';
import { WarningsService } from '../warnings/warnings.service.js';

/** Waits for the warnings about a revision that was just written (contract 16). */
@Injectable()
export class WrittenWarnings {
  /** Emits the id of each publication that this process indexes. */
  private readonly indexed = new EventEmitter().setMaxListeners(0);

  constructor(
    private readonly warnings: WarningsService,
    signals: ReleaseSignals,
  ) {
    signals.on('indexed', (id) => this.indexed.emit(id));
  }

  /** Returns the warnings as soon as they are there; `null` when the wait ends, and without a wait. */
  async within(
    accountId: string,
    { id, version }: { readonly id: string; readonly version: number },
    wait: { readonly seconds: number; readonly signal: AbortSignal } | undefined,
  ): Promise<ShownWarning[] | null> {
    if (!wait) return null;
    const over = AbortSignal.any([AbortSignal.timeout(wait.seconds * 1_000), wait.signal]);
    for (;;) {
      // Listens before it reads, so that it misses no signal in between.
      const news = once(this.indexed, id, { signal: over }).catch(() => undefined);
      const found = await this.warnings.of(accountId, id, version);
      if (found !== null || over.aborted) return found;
      await news;
    }
  }
}
