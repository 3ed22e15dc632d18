import type { Token } from 'markdown-it';
import { escaped } from './escaped.js';
import { PARSER } from './markdown.js';
import type { PictureToShow } from './rendered-document.js';
import { inlineText } from './rules/blocks.js';

/** A picture that a content names (contract 14). */
export interface PictureReference {
  readonly sha256: string;
  /** Every use of it has an alternative text. */
  readonly isDescribed: boolean;
}

/** The source of a pattern for the name of a picture in a content; some programs print a SHA-256 in upper case. */
export const PICTURE_NAME = 'picture:([0-9a-fA-F]{64})';
const REFERENCE = new RegExp(`^${PICTURE_NAME}$`);
const ANY_REFERENCE = new RegExp(PICTURE_NAME);

/** The SHA-256 of the picture that an address in Markdown names, in lower case, if it names one. */
export const namedBy = (address: string): string | undefined =>
  REFERENCE.exec(address)?.[1]?.toLowerCase();

/** Whether a content can name pictures at all; it takes no longer than to read it. */
export const mayNamePictures = (content: string): boolean => ANY_REFERENCE.test(content);

/** The pictures that a content names, each once, in order, without rendering; empty where it is nested too deeply. */
export function picturesIn(content: string): PictureReference[] {
  const found = new Map<string, boolean>();
  for (const token of imagesIn(content)) {
    const sha256 = namedBy(String(token.attrGet('src')));
    if (sha256 === undefined) continue;
    const isDescribed = inlineText(token.children ?? []) !== '';
    found.set(sha256, isDescribed && (found.get(sha256) ?? true));
  }
  return [...found].map(([sha256, isDescribed]) => ({ sha256, isDescribed }));
}

function imagesIn(content: string): Token[] {
  try {
    return PARSER.parse(content, {})
      .flatMap(({ children }) => children ?? [])
      .filter(({ type }) => type === 'image');
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** The column of text is 39rem wide; a phone with a dense screen is given twice its pixels, not three times. */
const SIZES = '(min-width: 42rem) 39rem, 66vw';

/** A picture of the account: its size is known, so that nothing shifts while it loads. */
export function pictureElement(
  base: string,
  { sha256, extension, width, height, widths }: PictureToShow,
  alt: string,
  title: string,
): string {
  const address = (each: number, as: string): string => `${base}${sha256}-${each}.${as}`;
  const set = (as: string): string =>
    widths.map((each) => `${address(each, as)} ${each}w`).join(', ');
  const shown = title === '' ? '' : ` title="${escaped(title)}"`;
  const source =
    extension === 'webp'
      ? ''
      : `<source type="image/webp" srcset="${set('webp')}" sizes="${SIZES}">`;
  return (
    `<picture>${source}<img src="${address(middleOf(widths), extension)}" ` +
    `srcset="${set(extension)}" sizes="${SIZES}" alt="${escaped(alt)}"${shown} ` +
    `width="${width}" height="${height}" loading="lazy" decoding="async"></picture>`
  );
}

/** The width for browsers without `srcset`. */
const middleOf = (widths: readonly number[]): number => widths[Math.min(1, widths.length - 1)]!;

/** A picture that stands alone and has a title is a figure with a caption. */
export const figureElement = (picture: string, caption: string): string =>
  `${picture}<figcaption>${escaped(caption)}</figcaption>`;
