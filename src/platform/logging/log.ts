import { destination, type Logger, pino, stdTimeFunctions } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { errorFields } from './error-fields.js';
import { redacted } from './redaction.js';

/** The log of this process on stdout: JSON, a line an event; pretty in a terminal (CONTRACT 12). */
export function createLog(level: string): Logger {
  // Written at once: of a process that is killed, the last lines say why.
  const stdout = destination({ fd: 1, sync: true });
  const shown = process.stdout.isTTY
    ? prettyFactory({ ignore: 'pid,hostname', singleLine: true, colorize: true })
    : (line: string) => line;
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields },
    },
    { write: (line) => void stdout.write(shown(redacted(line))) },
  );
}
