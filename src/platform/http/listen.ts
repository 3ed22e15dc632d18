import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../config/config.js';

/**
 * Starts to accept connections and returns the address. Must be called after the routes are registered.
 * @throws Error that names the environment variable to change, if the service cannot listen at the configured address
 */
export async function listen(app: NestExpressApplication, config: Config): Promise<AddressInfo> {
  const server: Server = app.getHttpServer();
  try {
    await once(server.listen(config.port, config.host), 'listening');
  } catch (error) {
    throw new Error(sentence(config, error), { cause: error });
  }
  return server.address() as AddressInfo;
}

/** Whether a server at `host` accepts connections at every address of this machine. */
export const isEveryAddress = (host: string): boolean => ['0.0.0.0', '::'].includes(host);

function sentence({ port, host }: Config, cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `PORT=${port} is in use at ${host} already: stop what listens there, or set PORT to another.`;
    case 'EACCES':
      return `PORT=${port} is reserved by the operating system: set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST=${host} is no address of this machine: set HOST to one, or to 0.0.0.0 for all.`;
    default:
      return `The service cannot listen at HOST=${host} PORT=${port}: ${message}`;
  }
}
