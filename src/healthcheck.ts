#!/usr/bin/env node
import { loadConfig } from './platform/config/config.js';

// Whether the process beside this one is ready, as its exit status: for containers, which ask by a command.
const { role, port, metricsPort } = loadConfig();
const address = `http://127.0.0.1:${role === 'worker' ? metricsPort : port}/health/ready`;
const answer = await fetch(address, { signal: AbortSignal.timeout(4_000) }).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
