import { Injectable } from '@nestjs/common';
import type { Reader } from '../keys/actor.js';
import { ReleaseWaitsService } from '../releases/release-waits.service.js';
import type { ShownWarning } from '../warnings/shown-warnings.js';
import { LOOKED_AT, WarningsService } from '../warnings/warnings.service.js';

/** Waits for the warnings about a revision that was just written (contract 16). */
@Injectable()
export class WrittenWarnings {
  constructor(
    private readonly warnings: WarningsService,
    private readonly waits: ReleaseWaitsService,
  ) {}

  /**
   * Returns the warnings as soon as they are there; `null` when the wait ends, and without a wait.
   * @throws Problem `unauthorized`, `account_suspended`
   */
  async within(
    reader: Reader,
    { id, version }: { readonly id: string; readonly version: number },
    wait: { readonly seconds: number; readonly signal: AbortSignal } | undefined,
  ): Promise<ShownWarning[] | null> {
    if (!wait) return null;
    const read = () => this.warnings.of(reader.accountId, id, version);
    return this.waits.until(reader, id, wait, read, (found) => found !== null, LOOKED_AT);
  }
}
