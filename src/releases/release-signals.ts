import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** A working revision that a write made. */
export interface WrittenRevision {
  readonly publicationId: string;
  readonly accountId: string;
}

/**
 * Events within one process: a revision was written or indexed, a release was requested, releases of publications are
 * settled. The events only save time: without them, polling finds written revisions, and requested and settled releases,
 * a little later.
 */
@Injectable()
export class ReleaseSignals extends EventEmitter<{
  written: [revision: WrittenRevision];
  requested: [publicationId: string];
  indexed: [publicationId: string];
  settled: [publicationIds: readonly string[]];
}> {}
