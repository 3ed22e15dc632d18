const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Work that was ended by Ctrl-C before its end. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('Interrupted. What is done is done: run the same command again to go on.');
  }
}

/** Lets Ctrl-C end long work in good order; the second one ends the process. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const signal of SIGNALS) process.once(signal, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, abort);
  }
}
