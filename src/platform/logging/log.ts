import { destination, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { prettyFactory } from 'pino-pretty';

export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  /** Such as PostgreSQL's `23505`. */
  readonly code?: string;
  /** Includes the stacks of its causes. */
  readonly stack?: string;
}

/** Says what was thrown, without other members: those of a failed query hold its parameters, which are documents. */
export function errorFields(thrown: unknown): ErrorFields {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  const { type, message, stack, code } = stdSerializers.err(thrown);
  return { type, message, ...(typeof code === 'string' ? { code } : {}), stack };
}

/** A publisher key; what may be shown of it is its id (contract 7). */
const KEY = /\bimp_([0-9A-Za-z]+)_[0-9A-Za-z]+/g;
/** The credentials of an `Authorization` header, whatever they are. */
const CREDENTIALS = /\b(Bearer|Basic) +[^\s"'\\,]+/gi;

/** Removes credentials from a log line, whoever wrote it: a message of a library can hold a key. */
export const redacted = (line: string): string =>
  line.replace(KEY, 'imp_$1_[redacted]').replace(CREDENTIALS, '$1 [redacted]');

interface Target {
  write(line: string): void;
}

/** Keeps lines back until they may be seen: the first-start text comes before them (contract 12). */
export class HeldLines implements Target {
  private held: string[] | undefined = [];

  constructor(private readonly target: Target) {}

  write(line: string): void {
    if (this.held) this.held.push(line);
    else this.target.write(line);
  }

  /** Writes what was kept back, and from now on everything at once. */
  release(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const line of held) this.target.write(line);
  }
}

/** How long lines are gathered: one write for each line is 6 % of the cost of a page. */
const FLUSH_INTERVAL_MS = 50;
const BUFFER_BYTES = 4_096;
/** Bytes kept while the reader of stdout stalls; further lines are dropped and counted. */
const MAX_BUFFERED_BYTES = 1_048_576;
/** How long the process waits for such a reader at its end. */
const EXIT_TIMEOUT_MS = 500;

/** The log of this process, which shows nothing before `open()`. */
export interface ProcessLog {
  readonly logger: Logger;
  /** Writes what was logged so far to stdout, and from now on everything as it comes. */
  open(): void;
}

/** JSON, a line an event; pretty in a terminal (contract 12). No line holds a key (contract 7). */
export function createLog(level: string): ProcessLog {
  const stdout = openStdout();
  const shown = process.stdout.isTTY
    ? prettyFactory({ ignore: 'pid,hostname', singleLine: true, colorize: true })
    : (line: string) => line;
  const lines = new HeldLines({ write: (line) => void stdout.write(shown(redacted(line))) });
  const logger = pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields },
    },
    lines,
  );
  reportDrops(stdout, logger);
  return { logger, open: () => lines.release() };
}

type Destination = ReturnType<typeof destination>;

/** Standard output that never blocks: a full pipe answers EAGAIN, as `process.stdout` has made it non-blocking. */
function openStdout(): Destination {
  let giveUpAt = Number.POSITIVE_INFINITY;
  // Added before the listener of the destination, which would retry for ever.
  process.on('exit', () => {
    giveUpAt = performance.now() + EXIT_TIMEOUT_MS;
    try {
      stdout.flushSync();
    } catch {
      // Stdout is closed: the last lines are lost, and the exit status stays.
    }
    stdout.destroy();
  });
  const stdout = destination({
    fd: process.stdout.fd,
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
    maxLength: MAX_BUFFERED_BYTES,
    retryEAGAIN: () => performance.now() < giveUpAt,
  });
  return stdout;
}

/** How often a report that was dropped itself is tried again. */
const REPORT_INTERVAL_MS = 500;

/** Says, once there is room again, how many lines were dropped meanwhile. */
function reportDrops(stdout: Destination, logger: Logger): void {
  let dropped = 0;
  let isReporting = false;
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (dropped === 0) return;
    const count = dropped;
    dropped = 0;
    isReporting = true;
    logger.warn({ dropped: count }, 'Log lines were dropped: nobody read them in time.');
    isReporting = false;
  };
  stdout.on('drop', (line: string) => {
    // A dropped report counts with the number that it reported.
    dropped += isReporting ? (JSON.parse(line) as { dropped: number }).dropped : 1;
    timer ??= setTimeout(report, REPORT_INTERVAL_MS).unref();
  });
  stdout.on('drain', report);
}
