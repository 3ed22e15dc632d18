import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { collectDefaultMetrics } from 'prom-client';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { Health, LIVENESS, readinessStatus } from '../health/health.service.js';
import { Lifecycle } from '../lifecycle/lifecycle.js';
import { Metrics } from './metrics.js';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/**
 * A separate server for metrics and health checks, because a process with the role `worker` has no other HTTP server
 * (contract 12). The server runs until the process ends.
 */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private readonly logger = new Logger(MetricsServer.name);
  private readonly server = createServer((request, response) => {
    void this.respond(request.url ?? '', response);
  });

  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
    private readonly health: Health,
    private readonly lifecycle: Lifecycle,
    private readonly database: Database,
  ) {}

  /**
   * Starts the server; does nothing if `METRICS_PORT` is 0. If the start fails, logs the reason and continues.
   * @throws Error in a worker, which serves its health only here, if the start fails
   */
  async listen(): Promise<void> {
    const { metricsPort, metricsHost } = this.config;
    if (metricsPort === 0) return;
    collectDefaultMetrics({ register: this.metrics.registry, prefix: 'imprimatur_' });
    try {
      await once(this.server.listen(metricsPort, metricsHost), 'listening');
    } catch (error) {
      const address = `METRICS_HOST=${metricsHost} METRICS_PORT=${metricsPort}`;
      const fault = `No metrics are served at ${address}: ${String(error)}`;
      if (this.config.role === 'worker') {
        throw new Error(
          `${fault}. A worker serves its health there: set METRICS_PORT to another.`,
          {
            cause: error,
          },
        );
      }
      this.logger.warn(fault);
    }
  }

  /**
   * Serves health checks until the grace period ends. In a process with the API, the grace period has already ended
   * when this method runs (contract 12).
   */
  async onApplicationShutdown(): Promise<void> {
    if (this.server.listening) await sleep(this.lifecycle.graceLeft(this.config.shutdownGraceMs));
    this.server.close();
    this.server.closeAllConnections();
  }

  private async respond(address: string, response: ServerResponse): Promise<void> {
    try {
      const { status, type, body } = await this.answer(address.split('?', 1)[0] ?? '');
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    } catch (error) {
      this.logger.error('A request at the metrics address failed.', error);
      response.writeHead(500).end();
    }
  }

  private async answer(path: string): Promise<Answer> {
    switch (path) {
      case '/metrics': {
        // This measurement must be the first step, so that the connections for the scrape's own queries are not
        // counted.
        this.measureResources();
        const body = await this.metrics.exposition();
        return { status: 200, type: this.metrics.registry.contentType, body };
      }
      case '/health/live':
        return json(200, LIVENESS);
      case '/health/ready': {
        const readiness = await this.health.readiness();
        return json(readinessStatus(readiness), readiness);
      }
      default:
        return json(404, { addresses: ['/metrics', '/health/live', '/health/ready'] });
    }
  }

  private measureResources(): void {
    for (const [pool, use] of this.database.use()) {
      for (const [state, count] of Object.entries(use))
        this.metrics.pool.set({ pool, state }, count);
    }
    this.metrics.databaseRefusals.reset();
    this.metrics.databaseRefusals.inc(this.database.refused);
  }
}
