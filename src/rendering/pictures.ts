import type { Token } from 'markdown-it';
import { hasVisible } from '../platform/validation/rule.js';
import { escaped } from './rules/entities.js';
import { PARSER } from './markdown.js';
import { canHaveTooManyParts, TooManyParts } from './parts.js';
import type { PictureToShow } from './rendered-document.js';
import { inlineText } from './rules/blocks.js';

/** A picture that the content names (contract 14). */
export interface PictureReference {
  readonly sha256: string;
  /** Whether every use of the picture in the content has an alternative text. */
  readonly isDescribed: boolean;
}

/** Pattern of a picture name in Markdown. Allows upper case, because some programs print a SHA-256 in upper case. */
const PICTURE_NAME = 'picture:([0-9a-fA-F]{64})';
const REFERENCE = new RegExp(`^${PICTURE_NAME}$`);
const ANY_REFERENCE = new RegExp(PICTURE_NAME);

/**
 * Returns the SHA-256, in lower case, of the picture that a Markdown address names; `undefined` if the address names no
 * picture.
 */
export const namedBy = (address: string): string | undefined =>
  REFERENCE.exec(address)?.[1]?.toLowerCase();

/** Whether an address is meant to name a picture of the account, even if it is wrong: `PICTURE:…`, `picture:…?w=1`. */
export const namesPicture = (address: string): boolean => /^picture:/i.test(address);

/** What a write must know of the content, besides its length. */
export interface Inspection {
  /** Whether the content has more than `MAX_PARTS` parts. */
  readonly hasTooManyParts: boolean;
  /** The pictures that the content names, each once, in the order of their first use. */
  readonly pictures: readonly PictureReference[];
}

/** Whether the content can name pictures. Does not parse the content, to be fast. So the result `true` can be wrong. */
export const mayNamePictures = (content: string): boolean => ANY_REFERENCE.test(content);

/** Whether `inspected` can find anything. Does not parse the content, to be fast. So the result `true` can be wrong. */
export const needsInspection = (content: string): boolean =>
  mayNamePictures(content) || canHaveTooManyParts(content);

/** Parses the content, up to its bounds. Finds no pictures in content that is beyond a bound. */
export function inspected(content: string): Inspection {
  try {
    const images = PARSER.parse(content, {})
      .flatMap((token) => [token].concat(token.children ?? []))
      .filter(({ type }) => type === 'image');
    return { hasTooManyParts: false, pictures: referencesIn(images) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { hasTooManyParts: error instanceof TooManyParts, pictures: [] };
  }
}

/** Finds the pictures that the content names; none in content that is beyond a bound. */
export const picturesIn = (content: string): readonly PictureReference[] =>
  inspected(content).pictures;

function referencesIn(images: readonly Token[]): PictureReference[] {
  const found = new Map<string, boolean>();
  for (const token of images) {
    const sha256 = namedBy(String(token.attrGet('src')));
    if (sha256 === undefined) continue;
    const isDescribed = hasVisible(inlineText(token.children ?? []));
    found.set(sha256, isDescribed && (found.get(sha256) ?? true));
  }
  return [...found].map(([sha256, isDescribed]) => ({ sha256, isDescribed }));
}

/**
 * `sizes` of a picture. The text column is 39rem wide. On narrow screens a picture is nearly 100vw wide. With `66vw`, a
 * phone with triple pixel density loads a smaller file. The smaller file has enough pixels for double density.
 */
const SIZES = '(min-width: 42rem) 39rem, 66vw';

/** Makes the HTML of a picture of the account, with its size, so that no text moves when the picture is loaded. */
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

/** Returns the width of the file for browsers without `srcset`: the second smallest, or the only one. */
const middleOf = (widths: readonly number[]): number => widths[Math.min(1, widths.length - 1)]!;

/** Makes the content of a figure: a picture, and its Markdown title as the caption. */
export const figureElement = (picture: string, caption: string): string =>
  `${picture}<figcaption>${escaped(caption)}</figcaption>`;
