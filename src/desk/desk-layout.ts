import { type Content, type Html, html } from '../site/html/html.js';
import { layout } from '../site/html/layout.js';
import { NO_INDEX } from '../site/html/message-page.js';
import type { Session } from './desk-sessions.service.js';

/** Within the desk, browsers say where a form comes from; to others they say nothing. */
const HEAD = html`${NO_INDEX} <meta name="referrer" content="same-origin" />`;

/** A page of the desk. Its own words are English; what clients wrote says which language it is in. */
export const deskLayout = (siteName: string, title: string, main: Content): string =>
  layout({ siteName, locale: 'en', title, head: HEAD, main });

/** Whoever sits at the desk, and the way out. */
export const signedIn = ({ name, accountName, formToken }: Session): Html =>
  html`<form class="signed-in" method="post" action="/desk/sign-out">
    <p>
      <a href="/desk">What waits</a> · Signed in as <strong><bdi>${name}</bdi></strong> for
      <bdi>${accountName}</bdi>
    </p>
    <input type="hidden" name="token" value="${formToken}" />
    <button type="submit">Sign out</button>
  </form>`;

const MINUTES = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A moment, RFC 3339, for people. */
export const moment = (at: string): Html =>
  html`<time datetime="${at}">${MINUTES.format(new Date(at))} UTC</time>`;

/** A program by its name, if it told one. */
export const program = (client: { readonly name: string; readonly version: string } | null) =>
  client !== null && html`, <bdi>${client.name} ${client.version}</bdi>`;
