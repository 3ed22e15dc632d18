import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** The path where a revision became public, and the locales that now have its slug. */
export interface PublicPath {
  readonly locale: string;
  readonly slug: string;
  readonly translations: readonly string[];
  /** Both the same where the address showed nothing before. */
  readonly firstPublishedAt: Date;
  readonly publishedAt: Date;
}

/**
 * Hints within one process, so that a worker and a waiting client in it need no poll: a release was requested; a
 * revision became public; releases of these publications are settled. Without a hint everything works, a little later.
 */
@Injectable()
export class ReleaseSignals extends EventEmitter<{
  requested: [];
  published: [page: PublicPath];
  settled: [publicationIds: readonly string[]];
}> {}
