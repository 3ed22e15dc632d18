import type { Config } from '../platform/config/config.js';

/** A picture of the account, as the service keeps it (contract 14). */
export interface PictureToShow {
  readonly sha256: string;
  /** Extension of the original's format. */
  readonly extension: string;
  /** Pixels of the upload. */
  readonly width: number;
  readonly height: number;
  /** Widths of the stored files, smallest first. */
  readonly widths: readonly number[];
}

/** The prefix of public addresses of pictures. */
export const PICTURES_BASE = '/pictures/';

export interface DocumentToRender {
  readonly title: string;
  /** CommonMark and GFM (contract 9). */
  readonly markdown: string;
  /** Origins whose pictures are shown, not linked; `*` is every https one. */
  readonly imageOrigins: readonly string[];
  /** The pictures of the account that it names; `null`: none. */
  readonly pictures?: readonly PictureToShow[] | null;
  /** The prefix of the addresses of pictures, if it is not `PICTURES_BASE`. */
  readonly picturesBase?: string;
}

/** Origins of shown pictures: the site, and those that the operator named (contract 9). */
export const shownOrigins = ({ publicBaseUrl, imageOrigins }: Config): readonly string[] => [
  publicBaseUrl,
  ...imageOrigins,
];

/** A heading of the page, for a table of contents. */
export interface Heading {
  /** 1: the title, where the text began with a heading that repeats it; else 2–6. */
  readonly depth: number;
  /** The element's id in the HTML: `s-` and a slug. */
  readonly id: string;
  /** Plain text on one line, never empty. */
  readonly text: string;
}

/** The rendered Markdown of a revision (contract 9). */
export interface RenderedDocument {
  /** Sanitised HTML for an `<article>`: it can run no script, style, frame or form, and cannot leave its box. */
  readonly html: string;
  /** The first 1,000. */
  readonly headings: readonly Heading[];
  /** Plain text for search and excerpts, a line a block, without the marks of footnotes. */
  readonly text: string;
}
