import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { run } from '../platform/database/statement.js';
import type { ReleaseFacts } from './release-facts.js';
import { REQUEST_RELEASE } from './release-requests.statements.js';
import { ReleaseSignals } from './release-signals.js';

/** Asking for a release, inside the accepted write that names the revision (CONTRACT 3, 5). */
@Injectable()
export class ReleaseRequestsService {
  constructor(private readonly signals: ReleaseSignals) {}

  /**
   * Names the revision that shall be public; the caller holds the lock of the publication, so that
   * requests follow each other. `null` where it is in flight or public already.
   */
  async request(
    tx: EntityManager,
    publicationId: string,
    version: number,
  ): Promise<ReleaseFacts | null> {
    const [facts] = await run<ReleaseFacts>(tx, REQUEST_RELEASE, [publicationId, version]);
    return facts ?? null;
  }

  /** To be called after the commit: a worker of this process starts at once. */
  announce(): void {
    this.signals.requested();
  }
}
