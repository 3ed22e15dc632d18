import { destination, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { prettyFactory } from 'pino-pretty';

/** What a log line says of something thrown. */
export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  /** Such as PostgreSQL's `23505`. */
  readonly code?: string;
  /** With those of its causes. */
  readonly stack?: string;
}

/**
 * Says what was thrown. Other members of an error are left out: those of a failed query hold its
 * parameters, which are documents.
 */
export function errorFields(thrown: unknown): ErrorFields {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  const { type, message, stack, code } = stdSerializers.err(thrown);
  return { type, message, ...(typeof code === 'string' ? { code } : {}), stack };
}

/** A publisher key; what may be shown of it is its id (contract 7). */
const KEY = /\bimp_([0-9A-Za-z]+)_[0-9A-Za-z]+/g;
/** The credentials of an `Authorization` header, whatever they are. */
const CREDENTIALS = /\b(Bearer|Basic) +[^\s"'\\,]+/gi;

/**
 * A log line without credentials. Nothing logs a header; but a key can hide in a message that
 * somebody else wrote, so that every line goes through here, whoever logs it.
 */
export const redacted = (line: string): string =>
  line.replace(KEY, 'imp_$1_[redacted]').replace(CREDENTIALS, '$1 [redacted]');

/** Where log lines go. */
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

/** Lines are gathered so long, or up to so many bytes: a write for each is 6 % of a page's cost. */
const FLUSH_INTERVAL_MS = 50;
const BUFFER_BYTES = 4_096;
/** What is kept for a reader of stdout that has stalled; further lines are dropped, and counted. */
const MAX_BUFFERED_BYTES = 1_048_576;
/** How long such a reader is waited for at the end of the process. */
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

/**
 * Standard output, which never makes anybody wait: a pipe that is full answers EAGAIN, because `process.stdout`
 * has made it non-blocking.
 */
function openStdout(): Destination {
  let giveUpAt = Number.POSITIVE_INFINITY;
  // Before the listener that the destination adds, which would try for ever.
  process.on('exit', () => {
    giveUpAt = performance.now() + EXIT_TIMEOUT_MS;
    try {
      stdout.flushSync();
    } catch {
      // Nobody reads any more: the last lines are lost, and the exit status stays what it is.
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

/** How often a report that found no room itself is tried again. */
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
    // A report that is dropped itself counts for what it told.
    dropped += isReporting ? (JSON.parse(line) as { dropped: number }).dropped : 1;
    timer ??= setTimeout(report, REPORT_INTERVAL_MS).unref();
  });
  stdout.on('drain', report);
}
