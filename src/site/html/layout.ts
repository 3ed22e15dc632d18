import { type Frame, frameOf, type FrameWords } from './frame.js';
import { type Content, type Html, html } from './html.js';
import { directionOf } from './locales.js';
import type { Look } from './site.js';

/** The icon of the site, a paragraph mark. Every page contains the icon, so that browsers do not request a file. */
const DRAWING =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>" +
  "<rect width='32' height='32' rx='6' fill='#0a5585'/>" +
  "<text x='16' y='23' font-size='22' font-family='serif' fill='#fff' text-anchor='middle'>¶</text>" +
  '</svg>';

const ICON = `data:image/svg+xml,${encodeURIComponent(DRAWING)}`;

interface PageFrame {
  readonly look: Look;
  /** Language of the content and, if there is a translation, of the frame (contract 9). */
  readonly locale: string;
  readonly title: string;
  /** Elements for the head, after the elements that all pages have. */
  readonly head?: Html;
  /** The text in the search box of the masthead; `null` if the page has a search box of its own instead. */
  readonly q?: string | null;
  readonly main: Content;
  /** Whether the page has a menu beside it, so that the masthead is as wide as both. */
  readonly hasMenu?: boolean;
  /** A line for the footer, before the line of the operator. */
  readonly foot?: Content;
}

/** Makes a search box. `more` has further fields of the form. */
export const searchForm = (q: string | undefined, words: FrameWords, more?: Content): Html =>
  html`<form class="search" role="search" action="/search">
    <input
      type="search"
      name="q"
      value="${q}"
      maxlength="200"
      dir="auto"
      aria-label="${words.searchWords}"
    />
    ${more}<button type="submit">${words.search}</button>
  </form>`;

export function layout(page: PageFrame): string {
  const { look, locale, title, head, q, main, hasMenu, foot } = page;
  const { words, attributes } = frameOf(locale);
  return html`<!doctype html>
    <html lang="${locale}" dir="${directionOf(locale)}">
      <head>
        <meta charset="utf-8" />
        <title>${title} – ${look.siteName}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href="${look.styleHref}" />
        <link rel="icon" href="${look.logo?.href ?? ICON}" />
        ${head}
      </head>
      <body${hasMenu && html` class="with-menu"`}>
        <a class="skip" href="#main" ${attributes}>${words.skip}</a>
        <header class="masthead" ${attributes}>
          ${siteName(look)} ${q !== null && searchForm(q, words)}
        </header>
        <main id="main" tabindex="-1">${main}</main>
        ${siteFooter(look, foot)}
      </body>
    </html> `.text;
}

/** Height of the logo, in pixels. */
const LOGO_HEIGHT = 32;

/** Shows the logo and the name of the site. A logo that is at least twice as wide as high stands for the name. */
function siteName({ siteName: name, logo }: Look): Html {
  const alone = logo !== null && logo.ratio >= 2;
  return html`<a class="site-name" href="/"
    >${
      logo !== null &&
      html`<img
        src="${logo.href}"
        alt="${alone && name}"
        width="${Math.round(LOGO_HEIGHT * logo.ratio)}"
        height="${LOGO_HEIGHT}"
      />`
    }${!alone && html`<bdi>${name}</bdi>`}</a
  >`;
}

const siteFooter = ({ footer }: Look, foot: Content): Html | false =>
  (footer.length > 0 || foot !== undefined) &&
  html`<footer class="site-footer">
    ${foot && html`<p>${foot}</p>`}
    ${
      footer.length > 0 &&
      html`<p dir="auto">
        ${footer.map((part) =>
          typeof part === 'string' ? part : html`<a href="${part.href}">${part.text}</a>`,
        )}
      </p>`
    }
  </footer>`;

/** Links to the previous and the next page, by their addresses; `undefined` if neither exists. */
export function pager(
  { previous, next }: Readonly<Record<'previous' | 'next', string | undefined>>,
  label: string,
  { words, attributes }: Frame,
): Html | undefined {
  if (previous === undefined && next === undefined) return undefined;
  return html`<nav class="pages" ${attributes} aria-label="${label}">
    ${previous !== undefined && html`<a rel="prev" href="${previous}">${words.previousPage}</a>`}
    ${next !== undefined && html`<a rel="next" href="${next}">${words.nextPage}</a>`}
  </nav>`;
}
