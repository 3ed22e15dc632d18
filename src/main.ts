import { setImmediate as turn } from 'node:timers/promises';
import { stopAsked } from './platform/lifecycle/stop-asked.js';

// First of all: a signal that comes while the modules load counts like a later one (CONTRACT 12).
const stop = stopAsked();
const { serve } = await import('./serve.js');
// Node 24 hears nothing while it loads modules, but does so now.
await turn();
process.exit(await serve(stop));
