import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** The path of a revision that became public, and the locales that now have its slug. */
export interface PublicPath {
  readonly locale: string;
  readonly slug: string;
  readonly translations: readonly string[];
  /** Equal to `publishedAt` if the address showed no document before. */
  readonly firstPublishedAt: Date;
  readonly publishedAt: Date;
}

/**
 * Events within one process: a release was requested, a revision became public, releases of publications are settled.
 * They only save time for the worker and for waiting requests: polling finds the same a little later.
 */
@Injectable()
export class ReleaseSignals extends EventEmitter<{
  requested: [];
  published: [page: PublicPath];
  settled: [publicationIds: readonly string[]];
}> {}
