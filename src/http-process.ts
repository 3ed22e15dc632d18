import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { OpenApiDocumentService } from './docs/openapi-document.service.js';
import { firstStart } from './first-start.js';
import { type Config, serviceUrls } from './platform/config/config.js';
import type { OpenDatabase } from './platform/database/open-database.js';
import { Drain } from './platform/http/drain.js';
import { ServiceExpressAdapter, setUpHttp } from './platform/http/http-server.js';
import { isEveryAddress, listen } from './platform/http/listen.js';
import { Lifecycle } from './platform/lifecycle/lifecycle.js';
import { exchangeLog } from './platform/http/exchange.middleware.js';
import type { ProcessLog } from './platform/logging/log.js';
import { NestLog } from './platform/logging/nest-log.js';
import { MetricsServer } from './platform/metrics/metrics-server.service.js';
import { Metrics } from './platform/metrics/metrics.js';
import type { RunningProcess } from './running-process.js';

/**
 * Time from SIGTERM until unfinished requests are cut off. Unfinished requests always get at least 0.5 s after the
 * grace period. The process must exit within 10 s (contract 12). The process uses the remaining time to end jobs and
 * close connections.
 */
const REQUESTS_TIMEOUT_MS = 7_500;

/** Makes a process that serves the HTTP API, MCP and the site (`ROLE` is `all` or `api`). */
export async function httpProcess(
  config: Config,
  database: OpenDatabase,
  log: ProcessLog,
): Promise<RunningProcess> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.register(config, database.url),
    new ServiceExpressAdapter(),
    { bodyParser: false, abortOnError: false, logger: new NestLog(log.logger) },
  );
  const metrics = app.get(Metrics);
  setUpHttp(app, config, exchangeLog(log.logger), (exchange) => metrics.observeExchange(exchange));
  app.get(OpenApiDocumentService).describe(app);
  const drain = new Drain(app.getHttpServer());
  const lifecycle = app.get(Lifecycle);
  return {
    app,

    async start() {
      await app.init();
      const { address, port } = await listen(app, config);
      // Called after the `listen` above. If metrics and service have the same port, the service gets the port and runs
      // without metrics.
      await app.get(MetricsServer).listen();
      const welcome = database.embedded ? await firstStart(app) : null;
      if (welcome !== null) process.stdout.write(welcome);
      log.open();
      log.logger.info({ ...serviceUrls(config), address, port }, 'The service is running.');
      if (isEveryAddress(config.host)) {
        log.logger.info(
          `Every machine that can reach this one can reach the service (HOST=${config.host}).`,
        );
      }
      lifecycle.running();
    },

    async drain() {
      lifecycle.shutDown();
      drain.begin();
      await sleep(config.shutdownGraceMs);
      await drain.finish(Math.max(REQUESTS_TIMEOUT_MS - config.shutdownGraceMs, 500));
    },
  };
}
