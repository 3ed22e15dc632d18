import { decodedUri } from '../../platform/validation/rule.js';
import { frameOf } from './frame.js';
import { type Content, html } from './html.js';
import { layout } from './layout.js';
import type { Look } from './site.js';

export const NO_INDEX = html`<meta name="robots" content="noindex" />`;

/**
 * Makes the page for an address without a public document, with a search for the words of the address. The address of a
 * draft gets the same page, so the draft stays hidden.
 * @param path the path of the address; absent if it has no words, or must not be repeated
 * @param locale the locale of the site that its first segment names; absent if it names none
 */
export function notFoundPage(look: Look, path = '/', locale?: string): string {
  const segments = segmentsOf(path);
  const { words } = frameOf(locale ?? 'en');
  const q = wordsIn(locale === undefined ? segments : segments.slice(1));
  return messagePage(look, words.notFound, words.noDocument, locale, undefined, q);
}

/** Longest text that is decoded and searched, in characters: search boxes take as much. */
const MAX_WORDS = 200;

const segmentsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decodedUri(segment) ?? '');

/** Returns the words of an address, without the ending of a file or the number of a version. */
const wordsIn = (segments: readonly string[]): string =>
  segments
    .map((segment) => segment.replace(/(?:@\d+)?(?:\.(?:md|jws|html?|php))?$/i, ''))
    .join(' ')
    .slice(0, MAX_WORDS)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Makes the page at the address of a withdrawn document. The notice is in the language of the document. */
export function withdrawnPage(look: Look, locale: string, notice: string | null): string {
  const { words } = frameOf(locale);
  const said = notice !== null && html`<p lang="${locale}" dir="auto">${notice}</p>`;
  return messagePage(look, words.withdrawn, words.wasWithdrawn, locale, said);
}

/** Makes the page for a fault of the site. `passes` says whether the site will recover automatically. */
export const faultPage = (look: Look, passes: boolean): string =>
  passes
    ? messagePage(
        look,
        'The site is not available',
        'The site cannot answer now. Try again in a few seconds.',
      )
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
  q?: string,
): string {
  const { words, attributes } = frameOf(locale);
  return layout({
    look,
    locale,
    title,
    head: NO_INDEX,
    ...(q && { q }),
    main: html`<div class="message" ${attributes}>
      <h1>${title}</h1>
      <p>${message}</p>
      ${said}
      ${
        q &&
        html`<p>
          <a href="/search?${new URLSearchParams({ q }).toString()}" rel="nofollow"
            >${words.search}: <bdi>${q}</bdi></a
          >
        </p>`
      }
      <p><a href="/">${words.newest}</a></p>
    </div>`,
  });
}
