import { html } from './html.js';
import { layout } from './layout.js';

/** For the head of a page that no search engine may list. */
export const NO_INDEX = html`<meta name="robots" content="noindex" />`;

/** What stands at an address where there is no document: a draft is not told from nothing. */
export const notFoundPage = (siteName: string): string =>
  messagePage(siteName, 'Not found', 'There is no document at this address.');

/** What stands at the address of a document that was taken down. */
export const withdrawnPage = (siteName: string): string =>
  messagePage(siteName, 'Withdrawn', 'The document at this address was withdrawn.');

/** What stands anywhere while the site cannot answer; `passes`: without anybody's doing. */
export const faultPage = (siteName: string, passes: boolean): string =>
  passes
    ? messagePage(
        siteName,
        'Just a moment',
        'The site cannot answer now. Try again in a few seconds.',
      )
    : messagePage(
        siteName,
        'Something broke',
        'This page cannot be shown. The fault is with the site.',
      );

function messagePage(siteName: string, title: string, message: string): string {
  return layout({
    siteName,
    locale: 'en',
    title,
    head: NO_INDEX,
    main: html`<div class="message">
      <h1>${title}</h1>
      <p>${message}</p>
      <p><a href="/">The newest documents</a></p>
    </div>`,
  });
}
