import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** The path of a new public revision, and its dates. */
export interface PublicPath {
  readonly locale: string;
  readonly slug: string;
  /** Equal to `publishedAt` if the address showed no document before this release. */
  readonly firstPublishedAt: Date;
  readonly publishedAt: Date;
}

/**
 * Events within one process: a release was requested, a revision became public, releases of publications are settled.
 * The events only save time. Without the events, polling finds requested and settled releases a little later. Feeds and
 * pages are then made when readers request them.
 */
@Injectable()
export class ReleaseSignals extends EventEmitter<{
  requested: [];
  published: [page: PublicPath];
  settled: [publicationIds: readonly string[]];
}> {}
