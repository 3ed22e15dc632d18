import type { Config } from '../config/config.js';

/** The service cannot listen where it is told to; the message names the variable to change. */
export class ListenFault extends Error {
  override readonly name = 'ListenFault';

  constructor({ port, host }: Config, cause: unknown) {
    super(sentence(port, host, cause), { cause });
  }
}

function sentence(port: number, host: string, cause: unknown): string {
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
