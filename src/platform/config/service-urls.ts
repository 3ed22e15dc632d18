import { resolve } from 'node:path';
import type { Config } from './config.js';

/** The public addresses and the data folder of the service. The first start prints all of them (contract 12). */
export interface ServiceUrls {
  readonly api: string;
  readonly mcp: string;
  readonly docs: string;
  readonly site: string;
  /** Absolute path of `DATA_DIR`, which contains the embedded database; absent if `DATABASE_URL` is set. */
  readonly data?: string;
}

export const serviceUrls = ({ publicBaseUrl, databaseUrl, dataDir }: Config): ServiceUrls => ({
  api: `${publicBaseUrl}/api/v1`,
  mcp: `${publicBaseUrl}/mcp`,
  docs: `${publicBaseUrl}/docs`,
  site: publicBaseUrl,
  ...(databaseUrl === null ? { data: resolve(dataDir) } : {}),
});
