import type { Config } from '../../platform/config/config.js';

/** Where and under what name the site stands. */
export interface Site {
  /** SITE_NAME. */
  readonly name: string;
  /** PUBLIC_BASE_URL: the beginning of every absolute address. */
  readonly baseUrl: string;
}

/** The site as it is configured. */
export const siteOf = ({ siteName, publicBaseUrl }: Config): Site => ({
  name: siteName,
  baseUrl: publicBaseUrl,
});
