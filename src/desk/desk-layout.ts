import { type Content, type Html, html } from '../site/html/html.js';
import { layout } from '../site/html/layout.js';
import { NO_INDEX } from '../site/html/message-page.js';
import type { Session } from './desk-sessions.service.js';

/**
 * Elements for the `<head>` of every page. The policy `same-origin` overrides `no-referrer` in the header
 * `Referrer-Policy`. Under `no-referrer`, browsers send forms with `Origin: null`, which `DeskGuard` refuses.
 */
const HEAD = html`${NO_INDEX} <meta name="referrer" content="same-origin" />`;

/** Makes a page of the desk, in English. Callers must set the `lang` of texts that clients wrote. */
export const deskLayout = (siteName: string, title: string, main: Content): string =>
  layout({ siteName, locale: 'en', title, head: HEAD, main });

/** Shows the name of the signed-in person, and the form for signing out. */
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

/** Shows an RFC 3339 time as text for people, in UTC. */
export const moment = (at: string): Html =>
  html`<time datetime="${at}">${MINUTES.format(new Date(at))} UTC</time>`;

/** Shows the name and version of a client program, if it sent them. */
export const program = (client: { readonly name: string; readonly version: string } | null) =>
  client !== null && html`, <bdi>${client.name} ${client.version}</bdi>`;
