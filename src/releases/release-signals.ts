import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/**
 * Hints inside one process, so that a worker and a waiting client beside each other need no poll.
 * Never a truth: everything works, a little later, without them.
 */
@Injectable()
export class ReleaseSignals {
  private readonly emitter = new EventEmitter({ captureRejections: false }).setMaxListeners(0);

  requested(): void {
    this.emitter.emit('requested');
  }

  onRequested(listener: () => void): void {
    this.emitter.on('requested', listener);
  }

  settled(publicationIds: readonly string[]): void {
    this.emitter.emit('settled', publicationIds);
  }

  onSettled(listener: (publicationIds: readonly string[]) => void): void {
    this.emitter.on('settled', listener);
  }
}
