import { destination, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { redacted } from './redaction.js';

export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  /** Code of the error, such as PostgreSQL's `23505`. */
  readonly code?: string;
  /** Includes the stacks of the error's causes. */
  readonly stack?: string;
}

/**
 * Returns those fields of an error that may be logged. All other fields are dropped, because the fields of a query
 * error may contain documents.
 */
export function errorFields(thrown: unknown): ErrorFields {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  const { type, message, stack, code } = stdSerializers.err(thrown);
  return { type, message, ...(typeof code === 'string' ? { code } : {}), stack };
}

interface Target {
  write(line: string): void;
}

/**
 * Holds log lines back until `release()`, because the text of the first start must come before all log lines
 * (contract 12).
 */
export class HeldLines implements Target {
  private held: string[] | undefined = [];

  constructor(private readonly target: Target) {}

  write(line: string): void {
    if (this.held) this.held.push(line);
    else this.target.write(line);
  }

  /** Writes the held lines. Later lines are written immediately. */
  release(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const line of held) this.target.write(line);
  }
}

/**
 * Lines logged within this time, or up to `BUFFER_BYTES`, are written together. One write per line would be 6 % of the cost
 * of serving a page; on a busy machine, a write for each 4 KiB was 17 % of the main thread's time.
 */
const FLUSH_INTERVAL_MS = 50;
/** Less than the 16 KiB that pino writes at once. */
const BUFFER_BYTES = 16_000;
/** Maximum bytes that are buffered while the reader of stdout stalls. Further lines are dropped and counted. */
const MAX_BUFFERED_BYTES = 1_048_576;
/** Longest time that an exiting process waits for a stalled reader of stdout. */
const EXIT_TIMEOUT_MS = 500;

/** The log of this process. It writes nothing before `open()`. */
export interface ProcessLog {
  readonly logger: Logger;
  /** Writes the lines logged so far to stdout. Later lines are no longer held back. */
  open(): void;
}

/**
 * Makes a log with one line per event. A line is JSON; at a terminal, it is plain text (contract 12). No line contains
 * a publisher key (contract 7).
 */
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

/**
 * Opens stdout so that no write blocks. If stdout is a pipe, `process.stdout` has made the pipe non-blocking. A write
 * to a full pipe then fails with EAGAIN and is tried again.
 */
function openStdout(): Destination {
  let giveUpAt = Number.POSITIVE_INFINITY;
  // This listener runs before the destination's own exit listener, which would retry a failed write for ever.
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

/**
 * Longest time from a dropped line to the report about dropped lines. If the report itself is dropped, it is tried
 * again.
 */
const REPORT_INTERVAL_MS = 500;

/**
 * Logs how many lines were dropped. Does so as soon as new lines can be written, at the latest after
 * `REPORT_INTERVAL_MS`.
 */
function reportDrops(stdout: Destination, logger: Logger): void {
  let dropped = 0;
  /** The number in the report that is being written. */
  let reported = 0;
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (dropped === 0) return;
    reported = dropped;
    dropped = 0;
    logger.warn({ dropped: reported }, 'Log lines were dropped: nobody read them in time.');
    reported = 0;
  };
  stdout.on('drop', () => {
    // If the dropped line is a report, the number in it is added again.
    dropped += reported > 0 ? reported : 1;
    timer ??= setTimeout(report, REPORT_INTERVAL_MS).unref();
  });
  stdout.on('drain', report);
}
