import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { Config } from './config.js';
import { ConfigFault } from './config-fault.js';
import type { Variable } from './variable.js';
import { VARIABLES } from './variables.js';

type Environment = Readonly<Record<string, string | undefined>>;
type Values = {
  [K in keyof typeof VARIABLES]?: (typeof VARIABLES)[K] extends Variable<infer T> ? T : never;
};

/** The scheme of an address, which is what may be wrong with it; of anything else, nothing. */
const masked = (value: string): string => value.replace(/^(\w+:\/\/)?.*$/s, '$1***');

/** A value without what stands before the host of each address in it, which may be a password. */
const withoutUsers = (value: string): string =>
  value.replaceAll(/(\w+:\/\/)?(?:(?!\w+:\/\/).)*@/gs, '$1***@');

function fault(variable: Variable<unknown>, value: string): string {
  const shown = variable.secret ? masked(value) : withoutUsers(value);
  return `${variable.name}=${JSON.stringify(shown)} is not valid: it must be ${variable.rule}.`;
}

/**
 * Checks a whole environment at once. An empty variable counts as absent.
 * @throws ConfigFault with a line for every wrong value
 */
export function readConfig(environment: Environment): Config {
  const values: Record<string, unknown> = {};
  const lines: string[] = [];
  for (const [key, variable] of Object.entries<Variable<unknown>>(VARIABLES)) {
    const given = environment[variable.name];
    if (given === undefined || given === '') continue;
    values[key] = variable.parse(given);
    if (values[key] === undefined) lines.push(fault(variable, given));
  }
  if (lines.length > 0) throw new ConfigFault(lines);
  return withDefaults(values);
}

function withDefaults(values: Values): Config {
  const port = values.port ?? 3000;
  const databaseUrl = values.databaseUrl ?? null;
  return {
    port,
    host: databaseUrl === null ? '127.0.0.1' : '0.0.0.0',
    publicBaseUrl: `http://localhost:${port}`,
    databaseUrl,
    databaseReplicaUrl: null,
    dataDir: '.data',
    databasePoolSize: 20,
    role: 'all',
    siteName: 'Imprimatur',
    supportedLocales: null,
    planFreeDailyWrites: 100,
    planUpgradedDailyWrites: 1_000,
    publishMinSources: 0,
    idempotencyTtlDays: 30,
    auditRetentionDays: 0,
    rateLimitPerMinute: 6_000,
    mcpAllowedOrigins: [],
    corsOrigins: [],
    trustProxy: false,
    logLevel: 'info',
    metricsPort: 9_464,
    metricsHost: '127.0.0.1',
    shutdownGraceMs: 3_000,
    ...values,
  };
}

/**
 * Reads the environment of this process and `.env` beside it, where there is one; what is set
 * already wins over the file.
 * @throws ConfigFault
 */
export function loadConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env');
  return readConfig(process.env);
}
