import { NestFactory } from '@nestjs/core';
import type { Config } from './platform/config/config.js';
import type { OpenDatabase } from './platform/database/open-database.js';
import { Lifecycle } from './platform/lifecycle/lifecycle.js';
import type { ProcessLog } from './platform/logging/log.js';
import { NestLog } from './platform/logging/nest-log.js';
import { MetricsServer } from './platform/metrics/metrics-server.service.js';
import type { RunningProcess } from './running-process.js';
import { WorkerModule } from './worker.module.js';

/** Makes a process that releases documents and has no API (`ROLE=worker`). */
export async function workerProcess(
  config: Config,
  database: OpenDatabase,
  log: ProcessLog,
): Promise<RunningProcess> {
  const app = await NestFactory.createApplicationContext(
    WorkerModule.register(config, database.url),
    { abortOnError: false, logger: new NestLog(log.logger) },
  );
  const lifecycle = app.get(Lifecycle);
  return {
    app,

    async start() {
      await app.get(MetricsServer).listen();
      log.open();
      log.logger.info('The worker is running.');
      lifecycle.running();
    },

    async drain() {
      lifecycle.shutDown();
    },
  };
}
