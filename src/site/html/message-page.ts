import { frameOf } from './frame.js';
import { type Content, html } from './html.js';
import { layout } from './layout.js';
import type { Look } from './site.js';

/** Tells search engines not to list the page. */
export const NO_INDEX = html`<meta name="robots" content="noindex" />`;

/**
 * Makes the page for an address without a public document. The address of a draft gets the same page, so the draft
 * stays hidden.
 */
export function notFoundPage(look: Look, locale = 'en'): string {
  const { words } = frameOf(locale);
  return messagePage(look, words.notFound, words.noDocument, locale);
}

/** Makes the page at the address of a withdrawn document. The notice is in the language of the document. */
export function withdrawnPage(look: Look, locale: string, notice: string | null): string {
  const { words } = frameOf(locale);
  const said = notice !== null && html`<p lang="${locale}" dir="auto">${notice}</p>`;
  return messagePage(look, words.withdrawn, words.wasWithdrawn, locale, said);
}

/** Makes the page for a fault of the site. `passes` says whether the site will recover automatically. */
export const faultPage = (look: Look, passes: boolean): string =>
  passes
    ? messagePage(look, 'Just a moment', 'The site cannot answer now. Try again in a few seconds.')
    : messagePage(
        look,
        'Something broke',
        'This page cannot be shown. The fault is with the site.',
      );

function messagePage(
  look: Look,
  title: string,
  message: string,
  locale = 'en',
  said?: Content,
): string {
  const { words, attributes } = frameOf(locale);
  return layout({
    look,
    locale,
    title,
    head: NO_INDEX,
    main: html`<div class="message" ${attributes}>
      <h1>${title}</h1>
      <p>${message}</p>
      ${said}
      <p><a href="/">${words.newest}</a></p>
    </div>`,
  });
}
