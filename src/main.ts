/** Maximum time from the first signal to the exit of the process: the 10 s of contract 12, less a margin. */
const STOP_TIMEOUT_MS = 9_200;

/** Returns a signal that aborts at the first SIGTERM or SIGINT. The process then has `STOP_TIMEOUT_MS` to end. */
function stopRequested(): AbortSignal {
  const stop = new AbortController();
  const request = (): void => {
    setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
    stop.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, request);
  return stop.signal;
}

// Called before any module is loaded, so that a signal during loading has the same effect as a later signal (contract
// 12).
const stop = stopRequested();
const { serve } = await import('./serve.js');
// While Node 24 loads modules, Node delivers no signals. During this `await`, Node delivers the signals that arrived
// while modules were loaded.
await new Promise((resolve) => setImmediate(resolve));
process.exit(await serve(stop));
