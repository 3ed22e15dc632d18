import * as fs from 'node:fs';
import { adopt, type Folder } from './folder.js';

/**
 * The port of the server that ran last, to be tried first: whoever has the database open still looks
 * for it there. `undefined` before the first one.
 */
export function keptPort({ port }: Folder): string | undefined {
  if (!fs.existsSync(port)) return undefined;
  return /^\d+$/.exec(fs.readFileSync(port, 'utf8'))?.[0];
}

/** Only to be called with the gate locked. */
export function keepPort(folder: Folder, url: string): void {
  const { port } = new URL(url);
  if (keptPort(folder) === port) return;
  fs.writeFileSync(folder.port, port, { mode: 0o600 });
  adopt(folder, folder.port);
}
