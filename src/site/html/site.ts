import type { Config } from '../../platform/config/config.js';
import { feedHref, type ListSubject } from '../../documents/page-path.js';
import { type Html, html } from './html.js';

export interface Site {
  readonly name: string;
  /** SITE_DESCRIPTION; can be empty. */
  readonly description: string;
  /** PUBLIC_BASE_URL: the beginning of every absolute address. */
  readonly baseUrl: string;
}

export const siteOf = ({ siteName, siteDescription, publicBaseUrl }: Config): Site => ({
  name: siteName,
  description: siteDescription,
  baseUrl: publicBaseUrl,
});

export const feedLink = ({ name, baseUrl }: Site, subject: ListSubject): Html =>
  html`<link
    rel="alternate"
    type="application/atom+xml"
    title="${name}"
    href="${baseUrl + feedHref(subject)}"
  />`;
