import { inspect } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import type { Level, Logger } from 'pino';

/**
 * Contexts of Nest's own start-up lines. These lines are logged as `debug`, because they only help to debug modules.
 */
const START_UP = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);
const STACK = /\n\s+at /;

/** Connects Nest's `Logger`, which all services use, to the log of this process. */
export class NestLog implements LoggerService {
  readonly fatal = this.at('fatal');
  readonly error = this.at('error');
  readonly warn = this.at('warn');
  readonly debug = this.at('debug');
  readonly verbose = this.at('trace');

  constructor(private readonly target: Logger) {}

  log(...parts: unknown[]): void {
    const { context } = entryOf(parts);
    this.write(context !== undefined && START_UP.has(context) ? 'debug' : 'info', parts);
  }

  private at(level: Level): (...parts: unknown[]) => void {
    return (...parts) => this.write(level, parts);
  }

  private write(level: Level, parts: unknown[]): void {
    const { text, ...fields } = entryOf(parts);
    this.target[level](fields, text);
  }
}

interface Entry {
  readonly text: string;
  readonly context?: string;
}

/**
 * Makes an entry from Nest's arguments, which are a message, values and the caller's name. An error becomes the field
 * `err`. The members of any other object become fields.
 */
function entryOf(parts: readonly unknown[]): Entry {
  const last = parts.at(-1);
  const named = parts.length > 1 && typeof last === 'string';
  const texts: string[] = [];
  const fields: Record<string, unknown> = named ? { context: last } : {};
  for (const part of named ? parts.slice(0, -1) : parts) {
    if (part instanceof Error) fields['err'] = part;
    else if (typeof part === 'object' && part !== null) Object.assign(fields, part);
    else if (typeof part === 'string' && STACK.test(part)) fields['stack'] = part;
    else if (part !== undefined) texts.push(typeof part === 'string' ? part : inspect(part));
  }
  return { ...fields, text: texts.join(' ') };
}
