import { secretText } from './secret-text.js';

type Environment = Record<string, string | undefined>;

/** Variables of OpenTelemetry whose value may contain a credential. */
const SECRETS = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'];

/**
 * Returns whether the environment switches traces on (contract 11). Traces are on if an endpoint or
 * `OTEL_TRACES_EXPORTER=otlp` is set, and no variable switches traces off. If traces are on, fills each secret variable
 * from the file that its `…_FILE` variable names, because OpenTelemetry reads only the environment.
 * @param faults gets a line for each file that cannot be read, and for each secret that is also set itself
 */
export function tracesAreExported(
  environment: Environment = process.env,
  faults: string[] = [],
): boolean {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_SDK_DISABLED: disabled } = environment;
  const endpoint =
    environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? environment['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (disabled?.toLowerCase() === 'true' || exporter === 'none') return false;
  if (!endpoint && exporter !== 'otlp') return false;
  for (const name of SECRETS) {
    const text = secretText(name, environment, faults);
    if (text !== undefined) environment[name] = text;
  }
  return true;
}
