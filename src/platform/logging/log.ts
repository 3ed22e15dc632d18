import { destination, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { prettyFactory } from 'pino-pretty';

export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  /** Code of the error, such as PostgreSQL's `23505`. */
  readonly code?: string;
  /** Includes the stacks of its causes. */
  readonly stack?: string;
}

/** The fields of an error to log. All others are dropped, because those of a query error may contain documents. */
export function errorFields(thrown: unknown): ErrorFields {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  const { type, message, stack, code } = stdSerializers.err(thrown);
  return { type, message, ...(typeof code === 'string' ? { code } : {}), stack };
}

/** A publisher key, of which only the id, the first group, may be logged (contract 7). */
const KEY = /\bimp_([0-9A-Za-z]+)_[0-9A-Za-z]+/g;
/** The credentials of an `Authorization` header. */
const CREDENTIALS = /\b(Bearer|Basic) +[^\s"'\\,]+/gi;

/** Removes credentials from a log line, because even a library's message can contain a key. */
export const redacted = (line: string): string =>
  line.replace(KEY, 'imp_$1_[redacted]').replace(CREDENTIALS, '$1 [redacted]');

interface Target {
  write(line: string): void;
}

/** Holds lines back until `release()`, because the first-start text must come before them (contract 12). */
export class HeldLines implements Target {
  private held: string[] | undefined = [];

  constructor(private readonly target: Target) {}

  write(line: string): void {
    if (this.held) this.held.push(line);
    else this.target.write(line);
  }

  /** Writes the held lines. Later lines are written at once. */
  release(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const line of held) this.target.write(line);
  }
}

/** How long lines are gathered for one write. A write for each line is 6 % of the cost of serving a page. */
const FLUSH_INTERVAL_MS = 50;
const BUFFER_BYTES = 4_096;
/** Bytes kept while the reader of stdout stalls; further lines are dropped and counted. */
const MAX_BUFFERED_BYTES = 1_048_576;
/** How long the process waits for a stalled reader of stdout when it exits. */
const EXIT_TIMEOUT_MS = 500;

/** The log of this process. It writes nothing before `open()`. */
export interface ProcessLog {
  readonly logger: Logger;
  /** Writes the lines logged so far to stdout. Later lines are written as they come. */
  open(): void;
}

/** Makes a log of one JSON line per event, pretty in a terminal (contract 12). No line contains a key (contract 7). */
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

/** Opens stdout without ever blocking: `process.stdout` has made a pipe non-blocking, so a full one answers EAGAIN. */
function openStdout(): Destination {
  let giveUpAt = Number.POSITIVE_INFINITY;
  // Added before the destination's own exit listener, which would retry for ever.
  process.on('exit', () => {
    giveUpAt = performance.now() + EXIT_TIMEOUT_MS;
    try {
      stdout.flushSync();
    } catch {
      // Stdout is closed. The last lines are lost, but the exit status must not change.
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

/** Time from a drop to the next report of drops, which may itself be dropped and tried again. */
const REPORT_INTERVAL_MS = 500;

/** Logs how many lines were dropped, as soon as there is room for lines again. */
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
    // A dropped report adds the number of dropped lines that it would have reported.
    dropped += isReporting ? (JSON.parse(line) as { dropped: number }).dropped : 1;
    timer ??= setTimeout(report, REPORT_INTERVAL_MS).unref();
  });
  stdout.on('drain', report);
}
