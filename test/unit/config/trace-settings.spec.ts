import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigFault, readConfig, tracesAreExported } from '../../../src/platform/config/config.js';

describe('the settings of OpenTelemetry', () => {
  it.each([
    [{}, false],
    [{ OTEL_SERVICE_NAME: 'press' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c:4318/v1/traces' }, true],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'TRUE' }, false],
  ])('[11.traces] %j decide whether traces are exported: %s', (environment, exported) => {
    expect(tracesAreExported({ ...environment })).toBe(exported);
  });

  it('[11.secret-files] can take the headers of the exporter from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'imprimatur-traces-'));
    const file = join(folder, 'headers');
    writeFileSync(file, 'Authorization=Bearer%20x\n');
    const environment: Record<string, string> = {
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_HEADERS_FILE: file,
    };
    expect(tracesAreExported(environment)).toBe(true);
    expect(environment['OTEL_EXPORTER_OTLP_HEADERS']).toBe('Authorization=Bearer%20x');
    rmSync(folder, { recursive: true });
  });

  it('[11.secret-files] [11.faults-at-once] are refused with all other settings if a file cannot be read, or if both variables are set', () => {
    const traces = {
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_HEADERS_FILE: '/nope',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'a=b',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS_FILE: '/nope',
    };
    expect(() => readConfig({ ...traces, PORT: 'x' })).toThrow(
      new ConfigFault([
        'PORT="x" is not valid: it must be a whole number from 0 to 65535.',
        'OTEL_EXPORTER_OTLP_HEADERS_FILE="/nope" is not valid: it must be a file that can be read.',
        'OTEL_EXPORTER_OTLP_TRACES_HEADERS_FILE="/nope" is not valid: ' +
          'it must be absent where OTEL_EXPORTER_OTLP_TRACES_HEADERS is set.',
      ]),
    );
    expect(() => readConfig({ ...traces, OTEL_TRACES_EXPORTER: 'none' })).not.toThrow();
  });
});
