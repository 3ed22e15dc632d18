import 'reflect-metadata';
import { once } from 'node:events';
import { type Config, loadConfig, tracesAreExported } from './platform/config/config.js';
import {
  ensureSchema,
  type OpenDatabase,
  openDatabase,
} from './platform/database/open-database.js';
import { reasons } from './platform/problems/reasons.js';
import { visible } from './platform/logging/visible.js';
import { createLog, type ProcessLog } from './platform/logging/log.js';
import type { RunningProcess } from './running-process.js';

/** Runs the service until `stop` aborts, then closes everything. Prints errors to stderr. @returns the exit status */
export async function serve(stop: AbortSignal): Promise<0 | 1> {
  try {
    if (!stop.aborted) await run(stop);
    return 0;
  } catch (error) {
    for (const line of reasons(error)) process.stderr.write(visible(`imprimatur: ${line}\n`));
    return 1;
  }
}

async function run(stop: AbortSignal): Promise<void> {
  const config = loadConfig();
  const log = createLog(config.logLevel);
  if (process.versions.node.startsWith('20.')) {
    log.logger.info('Node.js 20 has had no security fixes since 2026-04-30. Use Node.js 24.');
  }
  process.on('uncaughtException', (error) => {
    log.logger.fatal({ err: error }, 'Uncaught error; the process ends.');
    log.open();
    process.exit(1);
  });
  try {
    await untilStopped(config, log, stop);
  } catch (error) {
    log.logger.debug({ err: error }, 'The process failed.');
    log.open();
    throw error;
  }
}

async function untilStopped(config: Config, log: ProcessLog, stop: AbortSignal): Promise<void> {
  const closeTraces = await startTraces(config);
  const database = await openDatabase(config, log.logger);
  try {
    await ensureSchema(database);
    if (stop.aborted) return;
    const running = await processOf(config, database, log);
    try {
      await running.start();
      if (!stop.aborted) await once(stop, 'abort');
      log.logger.info('The process was told to stop.');
      await running.drain();
    } finally {
      await ended('application', running.app.close(), log);
    }
  } finally {
    if (closeTraces) await ended('export of traces', closeTraces(), log);
    // The database is closed last, when the application has closed all connections to it.
    await ended('database', database.close(), log);
  }
}

/** Loads the SDK of OpenTelemetry only if the environment switches traces on (contract 11). */
async function startTraces({ role }: Config): Promise<(() => Promise<void>) | undefined> {
  if (!tracesAreExported()) return undefined;
  const { exportTraces } = await import('./platform/tracing/export-traces.js');
  return exportTraces(role);
}

/**
 * Makes the process for the role. Loads only the modules that the role needs, because a worker serves no interface and
 * no site.
 */
async function processOf(
  config: Config,
  database: OpenDatabase,
  log: ProcessLog,
): Promise<RunningProcess> {
  if (config.role === 'worker') {
    const { workerProcess } = await import('./worker-process.js');
    return workerProcess(config, database, log);
  }
  const { httpProcess } = await import('./http-process.js');
  return httpProcess(config, database, log);
}

/** Waits until a part has closed. Logs an error instead of throwing, because the process stops anyway (contract 12). */
async function ended(what: string, end: Promise<void>, { logger }: ProcessLog): Promise<void> {
  try {
    await end;
  } catch (error) {
    logger.error({ err: error }, `The ${what} did not end in order.`);
  }
}
