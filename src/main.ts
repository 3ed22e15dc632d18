/** The contract allows 10 s; the difference is a margin for a busy machine. */
const STOP_TIMEOUT_MS = 9_200;

/** Aborts at the first SIGTERM or SIGINT. The process then ends within 10 s, even if a part hangs (contract 12). */
function stopRequested(): AbortSignal {
  const stop = new AbortController();
  const request = (): void => {
    setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
    stop.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, request);
  return stop.signal;
}

// Before any module is loaded, so that a signal during loading has the same effect as a later one (contract 12).
const stop = stopRequested();
const { serve } = await import('./serve.js');
// Node 24 does not deliver signals while it loads modules. It delivers them in this turn of the event loop.
await new Promise((resolve) => setImmediate(resolve));
process.exit(await serve(stop));
