import { feedHref } from '../feed-path.js';
import type { ListSubject } from '../listed-page.js';
import { type Html, html } from './html.js';
import type { Site } from './site.js';

/** The feed of a list, for the head of a page. */
export const feedLink = ({ name, baseUrl }: Site, subject: ListSubject): Html =>
  html`<link
    rel="alternate"
    type="application/atom+xml"
    title="${name}"
    href="${baseUrl + feedHref(subject)}"
  />`;
