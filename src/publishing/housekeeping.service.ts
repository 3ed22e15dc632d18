import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { WriteRetentionService } from '../writes/write-retention.service.js';

const EVERY_MS = 60_000;

/** What a worker does beside releases: at its start and every minute, in small batches (CONTRACT 5). */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Housekeeping.name);
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly writes: WriteRetentionService) {}

  onApplicationBootstrap(): void {
    this.work = this.keep();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.work;
  }

  private async keep(): Promise<void> {
    try {
      while (!this.stopping && (await this.writes.age()));
    } catch (error) {
      this.logger.warn({ err: error }, 'Housekeeping was cut short; the next round goes on.');
    }
    if (this.stopping) return;
    this.timer = setTimeout(() => {
      this.work = this.keep();
    }, EVERY_MS);
  }
}
