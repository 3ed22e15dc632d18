import { Logger } from '@nestjs/common';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NestLog } from '../../../src/platform/logging/nest-log.js';

let lines: Record<string, unknown>[];

beforeEach(() => {
  lines = [];
  const target = pino(
    { level: 'trace', base: null, timestamp: false, formatters: { level: (level) => ({ level }) } },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  Logger.overrideLogger(new NestLog(target));
});

afterEach(() => {
  Logger.overrideLogger(false);
});

describe('the logger of Nest', () => {
  it.each([
    ['fatal', 'fatal'],
    ['error', 'error'],
    ['warn', 'warn'],
    ['log', 'info'],
    ['debug', 'debug'],
    ['verbose', 'trace'],
  ] as const)('writes a line with its context: method %s at level %s', (method, level) => {
    new Logger('Somebody')[method]('Something happened.');
    expect(lines).toEqual([{ level, context: 'Somebody', msg: 'Something happened.' }]);
  });

  it('writes the start-up lines of Nest at level debug', () => {
    new Logger('RouterExplorer').log('Mapped {/, GET} route');
    expect(lines).toMatchObject([{ level: 'debug', context: 'RouterExplorer' }]);
  });

  it('writes an error that is passed with the message or instead of the message', () => {
    const error = new Error('broken');
    new Logger('Somebody').error('It failed.', error);
    new Logger('Somebody').error(error);
    new Logger('Somebody').error({ err: error, attempt: 2 }, 'It failed.');
    expect(lines).toMatchObject([
      { msg: 'It failed.', err: { message: 'broken' } },
      { msg: '', err: { message: 'broken' } },
      { msg: 'It failed.', err: { message: 'broken' }, attempt: 2 },
    ]);
  });

  it('writes a stack that is given as text', () => {
    new Logger('Somebody').error('It failed.', 'Error: broken\n    at somewhere');
    expect(lines).toMatchObject([{ msg: 'It failed.', stack: 'Error: broken\n    at somewhere' }]);
  });

  it('writes a line without a context', () => {
    Logger.warn('Something happened.');
    expect(lines).toEqual([{ level: 'warn', msg: 'Something happened.' }]);
  });
});
