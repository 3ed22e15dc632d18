import type { Config } from '../../platform/config/config.js';
import type { FooterPart } from '../../platform/config/site-look.js';
import { feedHref, type ListSubject } from '../../documents/list-path.js';
import { styleSheetWith } from '../style-sheet.js';
import { type Html, html } from './html.js';

/** What all pages of the site have in common. */
export interface Look {
  readonly siteName: string;
  readonly styleHref: string;
  readonly logo: { readonly href: string; readonly ratio: number } | null;
  readonly footer: readonly FooterPart[];
}

export const lookOf = ({ siteName, siteLogo, siteAccent, siteFooter }: Config): Look => ({
  siteName,
  styleHref: styleSheetWith(siteAccent).href,
  logo: siteLogo && { href: siteLogo.href, ratio: siteLogo.ratio },
  footer: siteFooter,
});

/** The look of pages that are not of the site: the desk. */
export const plainLook = (siteName: string): Look => ({
  siteName,
  styleHref: styleSheetWith(null).href,
  logo: null,
  footer: [],
});

export interface Site {
  readonly name: string;
  /** SITE_DESCRIPTION; can be empty. */
  readonly description: string;
  /** PUBLIC_BASE_URL: the beginning of every absolute address. */
  readonly baseUrl: string;
  readonly look: Look;
}

export const siteOf = (config: Config): Site => ({
  name: config.siteName,
  description: config.siteDescription,
  baseUrl: config.publicBaseUrl,
  look: lookOf(config),
});

export const feedLink = ({ name, baseUrl }: Site, subject: ListSubject): Html =>
  html`<link
    rel="alternate"
    type="application/atom+xml"
    title="${name}"
    href="${baseUrl + feedHref(subject)}"
  />`;
