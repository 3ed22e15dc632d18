import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/metrics/metrics.js';
import { ReleaseJobsService } from './release-jobs.service.js';

/** Tells at each scrape how much waits to be released, and since when (CONTRACT 12). */
@Injectable()
export class QueueMetrics {
  constructor(metrics: Metrics, jobs: ReleaseJobsService) {
    metrics.beforeScrape(async () => {
      const { depth, oldestSeconds } = await jobs.queueStatus();
      metrics.queueDepth.set(depth);
      metrics.queueOldest.set(oldestSeconds);
    });
  }
}
