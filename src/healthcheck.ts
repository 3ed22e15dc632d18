#!/usr/bin/env node
import { loadConfig } from './platform/config/config.js';

// The health check of a container. Exits with status 0 if the service on this machine is ready, and with 1 if it is
// not.
const { role, port, metricsPort } = loadConfig();
const address = `http://127.0.0.1:${role === 'worker' ? metricsPort : port}/health/ready`;
const answer = await fetch(address, { signal: AbortSignal.timeout(4_000) }).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
