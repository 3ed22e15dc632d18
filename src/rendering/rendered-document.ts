import type { Config } from '../platform/config/config.js';

/** A stored picture of the account (contract 14). */
export interface PictureToShow {
  readonly sha256: string;
  /** File extension of the uploaded format. */
  readonly extension: string;
  /** Size of the uploaded picture, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Widths of the stored files, smallest first. */
  readonly widths: readonly number[];
}

/** The prefix of the public addresses of picture files. */
export const PICTURES_BASE = '/pictures/';

export interface DocumentToRender {
  readonly title: string;
  /** CommonMark and GFM (contract 9). */
  readonly markdown: string;
  /** Origins whose pictures are shown instead of linked; `*`: all https origins. */
  readonly imageOrigins: readonly string[];
  /** The stored pictures of the account that the document names; absent or `null` if there are none. */
  readonly pictures?: readonly PictureToShow[] | null;
  /** The prefix of the addresses of pictures; `PICTURES_BASE` if absent. */
  readonly picturesBase?: string;
}

/**
 * Number of ASCII punctuation characters and line ends that makes a document large. Rendering a document with fewer
 * such characters takes less than 50 MB of memory. The exception is a wide table with short rows, to which the parser
 * adds up to 65,536 empty cells.
 */
const LARGE_MARKS = 20_000;

/**
 * Whether rendering can take much memory, up to 96 MB. Counts ASCII punctuation characters and line ends, because they
 * can make elements. Prose has few of them, so a long prose text is not large.
 */
export function isLarge(markdown: string): boolean {
  if (markdown.length < LARGE_MARKS) return false;
  let marks = 0;
  for (let at = 0; at < markdown.length; at += 1) {
    const code = markdown.charCodeAt(at);
    const isMark =
      code === 10 ||
      (code > 32 && code < 48) ||
      (code > 57 && code < 65) ||
      (code > 90 && code < 97) ||
      (code > 122 && code < 127);
    if (isMark) marks += 1;
  }
  return marks >= LARGE_MARKS;
}

/** Origins whose pictures are shown: the site, and the origins in IMAGE_ORIGINS (contract 9). */
export const shownOrigins = ({ publicBaseUrl, imageOrigins }: Config): readonly string[] => [
  publicBaseUrl,
  ...imageOrigins,
];

/** A heading of the page, for a table of contents. */
export interface Heading {
  /** 1 for a heading that begins the text and repeats the title; 2–6 for all other headings. */
  readonly depth: number;
  /** The element's id in the HTML: `s-` and a slug. */
  readonly id: string;
  /** Plain text on one line, never empty. */
  readonly text: string;
}

/** The rendered Markdown of a revision (contract 9). */
export interface RenderedDocument {
  /** Sanitised HTML for an `<article>`: it cannot run scripts, style the page, load frames or post forms. */
  readonly html: string;
  /** The first 1,000 headings. */
  readonly headings: readonly Heading[];
  /** Plain text for search and excerpts: one line per block, without footnote marks. */
  readonly text: string;
}
