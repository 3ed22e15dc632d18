import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/**
 * Hints inside one process, so that a worker and a waiting client beside each other need no poll: a release was
 * requested; those of these publications are settled. Never a truth: everything works, a little later, without them.
 */
@Injectable()
export class ReleaseSignals extends EventEmitter<{
  requested: [];
  settled: [publicationIds: readonly string[]];
}> {}
