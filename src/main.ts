/** The contract gives 10 s; the rest is for a busy machine. */
const STOP_TIMEOUT_MS = 9_200;

/** Aborts at the first SIGTERM or SIGINT. The process ends within 10 s of it, whatever hangs (contract 12). */
function stopRequested(): AbortSignal {
  const stop = new AbortController();
  const request = (): void => {
    setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
    stop.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, request);
  return stop.signal;
}

// First of all, with no module loaded yet: a signal that comes while the modules load counts like a later one
// (contract 12).
const stop = stopRequested();
const { serve } = await import('./serve.js');
// Node 24 hears nothing while it loads modules, but does so now.
await new Promise((resolve) => setImmediate(resolve));
process.exit(await serve(stop));
