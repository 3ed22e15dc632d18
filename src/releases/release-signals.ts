import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** Where a revision became public, and in which locales its slug now is. */
export interface PublicPath {
  readonly locale: string;
  readonly slug: string;
  readonly translations: readonly string[];
  /** Both the same where the address showed nothing before. */
  readonly firstPublishedAt: Date;
  readonly publishedAt: Date;
}

/**
 * Hints inside one process, so that a worker and a waiting client beside each other need no poll: a release was
 * requested; a revision became public at a path; releases of these publications are settled. Never a truth: everything works, a little later, without them.
 */
@Injectable()
export class ReleaseSignals extends EventEmitter<{
  requested: [];
  published: [page: PublicPath];
  settled: [publicationIds: readonly string[]];
}> {}
