/** The contract gives 10 s; the rest is for a busy machine. */
const MOST_MS = 9_200;

/**
 * Aborts at the first SIGTERM or SIGINT; further ones change nothing. From then on the process ends
 * within 10 s, whatever hangs (CONTRACT 12).
 */
export function stopAsked(): AbortSignal {
  const stop = new AbortController();
  const ask = (): void => {
    setTimeout(() => process.exit(0), MOST_MS).unref();
    stop.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, ask);
  return stop.signal;
}
