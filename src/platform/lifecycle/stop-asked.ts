/** The contract gives 10 s; the rest is for a busy machine. */
const MOST_MS = 9_200;

/**
 * Resolves at the first SIGTERM or SIGINT; further ones change nothing. From then on the process
 * ends within 10 s, whatever hangs (CONTRACT 12).
 */
export function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    const ask = (): void => {
      setTimeout(() => process.exit(0), MOST_MS).unref();
      resolve();
    };
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, ask);
  });
}
