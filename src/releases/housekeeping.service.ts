import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { WriteRetentionService } from '../writes/write-retention.service.js';

const EVERY_MS = 60_000;

/** What a worker does beside releases: at its start and every minute, in small batches (contract 5). */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Housekeeping.name);
  private readonly ending = new AbortController();
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly writes: WriteRetentionService) {}

  onApplicationBootstrap(): void {
    this.work = this.keep();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await this.work;
  }

  private async keep(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await this.writes.age()));
      } catch (error) {
        this.logger.warn({ err: error }, 'Housekeeping was cut short; the next round goes on.');
      }
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
