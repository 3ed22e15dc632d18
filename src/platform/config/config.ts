import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { type Setting, shownPath } from './setting.js';
import { SETTINGS } from './settings.js';

/**
 * Reads the text of the secret variable `name`, or of the file that `NAME_FILE` names (contract 11). Adds each fault to
 * `faults`.
 */
export function secretText(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  faults: string[],
): string | undefined {
  const fileName = `${name}_FILE`;
  const file = environment[fileName];
  if (file === undefined || file === '') return environment[name];
  const given = `${fileName}=${JSON.stringify(shownPath(file))} is not valid: it must be`;
  if (environment[name]) faults.push(`${given} absent where ${name} is set.`);
  else {
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text !== '') return text;
      faults.push(`${given} a file that is not empty.`);
    } catch {
      faults.push(`${given} a file that can be read.`);
    }
  }
  return undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

type Values = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
};

/**
 * Gives `Config` the types of the settings. The class is empty, because only `readConfig` makes objects of type
 * `Config`.
 */
const Settings = class {} as unknown as abstract new () => Values;

/** The validated settings of this process (contract 11), injected by class. */
export abstract class Config extends Settings {}

/** The environment is not valid. `lines` has one line per fault, for the operator (contract 11). */
export class ConfigFault extends Error {
  override readonly name = 'ConfigFault';

  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/** Reads and checks all settings. An empty variable counts as absent. @throws ConfigFault with a line for each fault */
export function readConfig(environment: Environment): Config {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  const absent: [key: string, setting: Setting<unknown>][] = [];
  for (const [key, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const { name, secret } = setting;
    const given = secret ? secretText(name, environment, faults) : environment[name];
    if (given === undefined || given === '') {
      absent.push([key, setting]);
      if (typeof setting.default !== 'function') values[key] = setting.default;
    } else {
      values[key] = setting.parse(given);
      if (values[key] === undefined) faults.push(fault(setting, given));
    }
  }
  // OpenTelemetry reads its own variables, so only their faults are needed here.
  tracesAreExported({ ...environment }, faults);
  if (faults.length > 0) throw new ConfigFault(faults);
  for (const [key, setting] of absent) {
    if (typeof setting.default === 'function') values[key] = setting.default(values);
  }
  return values as unknown as Config;
}

/** Reads the settings of this process. A file `.env` adds variables that are not set yet. @throws ConfigFault */
export function loadConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env');
  return readConfig(process.env);
}

function fault({ name, rule, secret, ...setting }: Setting<unknown>, value: string): string {
  const shown = secret ? masked(value) : withoutUsers(value);
  const more = setting.explain?.(value) ?? '';
  return `${name}=${JSON.stringify(shown)} is not valid: it must be ${rule}.${more && ` ${more}.`}`;
}

/** Masks a secret. The scheme of an address stays readable, because the scheme itself may be wrong. */
const masked = (value: string): string => value.replace(/^(\w+:\/\/)?.*$/s, '$1***');

/** Masks the text before the last `@` of each address in a value, because this text may contain a password. */
const withoutUsers = (value: string): string =>
  value
    .split(/\b(?=\w+:\/\/)/)
    .map((address) => address.replace(/^(\w+:\/\/)?.*@/s, '$1***@'))
    .join('');

/** Variables of OpenTelemetry whose value may contain a credential. */
const SECRETS = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'];

/**
 * Returns whether the environment switches traces on (contract 11). Traces are on if an endpoint or
 * `OTEL_TRACES_EXPORTER=otlp` is set, and no variable switches traces off. If traces are on, fills each secret variable
 * from the file that its `…_FILE` variable names, because OpenTelemetry reads only the environment.
 * @param faults gets a line for each file that cannot be read, and for each secret that is also set itself
 */
export function tracesAreExported(
  environment: Record<string, string | undefined> = process.env,
  faults: string[] = [],
): boolean {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_SDK_DISABLED: disabled } = environment;
  const endpoint =
    environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? environment['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (disabled?.toLowerCase() === 'true' || exporter === 'none') return false;
  if (!endpoint && exporter !== 'otlp') return false;
  for (const name of SECRETS) {
    const text = secretText(name, environment, faults);
    if (text !== undefined) environment[name] = text;
  }
  return true;
}

/**
 * Makes the public addresses of the service, and the absolute path of its data folder. The first start prints all of them
 * (contract 12). `desk` is absent if the desk is off, and `data` if `DATABASE_URL` is set.
 */
export const serviceUrls = ({ publicBaseUrl, databaseUrl, dataDir, desk }: Config) => ({
  api: `${publicBaseUrl}/api/v1`,
  mcp: `${publicBaseUrl}/mcp`,
  docs: `${publicBaseUrl}/docs`,
  site: publicBaseUrl,
  ...(desk === 'on' ? { desk: `${publicBaseUrl}/desk` } : {}),
  ...(databaseUrl === null ? { data: resolve(dataDir) } : {}),
});

/** The version of both interfaces, which the OpenAPI document and MCP's server info state. */
export const API_VERSION = '1.0.0';

/** Returns the address of the desk page of a publication; `null` if the desk is off (contract 13). */
export const deskUrl = (
  { desk, publicBaseUrl }: Pick<Config, 'desk' | 'publicBaseUrl'>,
  publicationId: string,
): string | null => (desk === 'on' ? `${publicBaseUrl}/desk/${publicationId}` : null);
