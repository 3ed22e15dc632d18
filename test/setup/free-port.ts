import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that the operating system gives to outgoing connections, which come and go. */
const LOWEST = 10_000;
const HIGHEST = 32_000;

/** A port on which nobody listens; drawn at random, so that test files at once seldom draw the same. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
