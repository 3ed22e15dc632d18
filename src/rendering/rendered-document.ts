import type { Config } from '../platform/config/config.js';

/** A picture of the account, as the service keeps it (contract 14). */
export interface PictureToShow {
  /** Hexadecimal. */
  readonly sha256: string;
  /** Of its own format. */
  readonly extension: string;
  /** In pixels, as it was uploaded. */
  readonly width: number;
  readonly height: number;
  /** Of the files that there are, the smallest first. */
  readonly widths: readonly number[];
}

/** Where the public finds the files of pictures. */
export const PICTURES_BASE = '/pictures/';

/** One revision on its way to readers. */
export interface DocumentToRender {
  readonly title: string;
  /** CommonMark and GFM (contract 9). */
  readonly markdown: string;
  /** Of pictures that are shown and not linked; `*` is every https one. */
  readonly imageOrigins: readonly string[];
  /** The pictures of the account that it names; `null`: none. */
  readonly pictures?: readonly PictureToShow[] | null;
  /** What the addresses of their files begin with, where that is not `PICTURES_BASE`. */
  readonly picturesBase?: string;
}

/** Whose pictures are shown: those of the site and of who the operator named (contract 9). */
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

/** What a reader sees of one revision's Markdown (contract 9). */
export interface RenderedDocument {
  /**
   * Sanitised HTML of the body, to stand inside `<article>`: nothing in it can run script, style the
   * page, load a frame, post a form or leave its box.
   */
  readonly html: string;
  /** The first 1,000. */
  readonly headings: readonly Heading[];
  /** Plain text for search and excerpts, a line a block, without the marks of footnotes. */
  readonly text: string;
}
