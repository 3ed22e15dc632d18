import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** The path of a revision that became public, and the locales that now have its slug. */
export interface PublicPath {
  readonly locale: string;
  readonly slug: string;
  readonly translations: readonly string[];
  /** Both dates are the same if the address showed nothing before. */
  readonly firstPublishedAt: Date;
  readonly publishedAt: Date;
}

/**
 * Hints within one process, which save its worker and its waiting clients a poll: a release was requested; a revision
 * became public; releases of these publications are settled. Without a hint everything works, a little later.
 */
@Injectable()
export class ReleaseSignals extends EventEmitter<{
  requested: [];
  published: [page: PublicPath];
  settled: [publicationIds: readonly string[]];
}> {}
