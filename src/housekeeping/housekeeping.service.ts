import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PictureRetention } from '../pictures/picture-retention.service.js';
import { PollLoop } from '../platform/concurrency/poll-loop.js';
import { WriteRetentionService } from '../writes/write-retention.service.js';

const EVERY_MS = 60_000;

/**
 * Every minute, empties expired idempotency records and deletes expired audit rows. Every hour, deletes unused
 * pictures. Works in small batches (contract 5, 14).
 */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Housekeeping.name);

  private readonly loop = new PollLoop({
    work: async () => {
      const isMore = [await this.writes.age(), await this.pictures.age()].includes(true);
      return isMore ? 0 : EVERY_MS;
    },
    retryMs: EVERY_MS,
    onError: (err) => this.logger.warn({ err }, 'Housekeeping failed; the next round goes on.'),
  });

  constructor(
    private readonly writes: WriteRetentionService,
    private readonly pictures: PictureRetention,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }
}
