import { resolve } from 'node:path';
import type { Config } from './config.js';

/** Public addresses of the service, and its data folder (contract 12). */
export interface ServiceUrls {
  readonly api: string;
  readonly mcp: string;
  readonly docs: string;
  readonly site: string;
  /** The folder of the embedded database; absent with `DATABASE_URL`. */
  readonly data?: string;
}

export const serviceUrls = ({ publicBaseUrl, databaseUrl, dataDir }: Config): ServiceUrls => ({
  api: `${publicBaseUrl}/api/v1`,
  mcp: `${publicBaseUrl}/mcp`,
  docs: `${publicBaseUrl}/docs`,
  site: publicBaseUrl,
  ...(databaseUrl === null ? { data: resolve(dataDir) } : {}),
});
