import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { secretText } from './secret-text.js';
import type { Setting } from './setting.js';
import { SETTINGS } from './settings.js';
import { tracesAreExported } from './trace-settings.js';

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

function fault({ name, rule, secret }: Setting<unknown>, value: string): string {
  const shown = secret ? masked(value) : withoutUsers(value);
  return `${name}=${JSON.stringify(shown)} is not valid: it must be ${rule}.`;
}

/** Masks a secret. The scheme of an address stays readable, because the scheme itself may be wrong. */
const masked = (value: string): string => value.replace(/^(\w+:\/\/)?.*$/s, '$1***');

/** Masks the text before the last `@` of each address in a value, because this text may contain a password. */
const withoutUsers = (value: string): string =>
  value
    .split(/\b(?=\w+:\/\/)/)
    .map((address) => address.replace(/^(\w+:\/\/)?.*@/s, '$1***@'))
    .join('');
