import { fitText } from '../../platform/validation/rule.js';

/** Safe HTML, which comes from our own templates or was sanitised. */
export class Html {
  constructor(readonly text: string) {}
}

/**
 * A value in a template. `Html` stays as it is, and every other value is escaped. `undefined` and `false` become an
 * empty text.
 */
export type Content = Html | string | number | false | undefined | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Fills an HTML template. Escapes values other than `Html`. Such values are safe only in text and in quoted attribute
 * values.
 */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(
    strings.reduce((page, string, index) => page + written(contents[index - 1]) + string),
  );
}

function written(content: Content): string {
  if (content === undefined || content === false) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(written).join('');
  return String(content).replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}

/** Parts of pages that worker threads make, in UTF-8. */
export type Pieces = {
  readonly [Name in 'list' | 'article' | 'returned']?: Uint8Array | undefined;
};

const PIECE = /<!--(list|article|returned)-->/;

/**
 * Stands in a template for a part that `withPieces` puts into the page. Such a part can have millions of characters, so it
 * stays bytes. Templates escape values, so no text of a client contains a placeholder.
 */
export const piece = (name: keyof Pieces): Html => new Html(`<!--${name}-->`);

/** Puts the pieces into a page in place of their placeholders. */
export const withPieces = (page: string, pieces: Pieces): Buffer =>
  Buffer.concat(
    page
      .split(PIECE)
      .map((part, at) => (at % 2 === 0 ? Buffer.from(part) : pieces[part as keyof Pieces]!)),
  );

/** Fills an XML template. Values are escaped as in `html`, and characters that XML 1.0 forbids are removed. */
export const xml = (strings: TemplateStringsArray, ...contents: readonly Content[]): Html =>
  new Html(fitText(html(strings, ...contents).text));

export const xmlDocument = (root: Html): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${root.text}\n`;
