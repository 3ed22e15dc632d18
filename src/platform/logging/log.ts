import { destination, type Logger, pino, stdTimeFunctions } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { errorFields } from './error-fields.js';
import { HeldLines } from './held-lines.js';
import { redacted } from './redaction.js';

/** Lines are gathered so long, or up to so many bytes: a write for each is 6 % of a page's cost. */
const GATHERED_MS = 50;
const GATHERED_BYTES = 4_096;

/** The log of this process, which shows nothing before `open()`. */
export interface ProcessLog {
  readonly logger: Logger;
  /** Writes what was logged so far to stdout, and from now on everything as it comes. */
  open(): void;
}

/** JSON, a line an event; pretty in a terminal (CONTRACT 12). No line holds a key (CONTRACT 7). */
export function createLog(level: string): ProcessLog {
  // Not synchronous: a pipe that is read slowly would hold up every request.
  const stdout = destination({
    fd: 1,
    sync: false,
    minLength: GATHERED_BYTES,
    periodicFlush: GATHERED_MS,
  });
  process.on('exit', () => stdout.flushSync());
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
  return { logger, open: () => lines.release() };
}
