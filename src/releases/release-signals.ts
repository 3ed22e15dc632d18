import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/**
 * Events within one process: a release was requested, releases of publications are settled. The events only save time:
 * without them, polling finds requested and settled releases a little later.
 */
@Injectable()
export class ReleaseSignals extends EventEmitter<{
  requested: [];
  settled: [publicationIds: readonly string[]];
}> {}
