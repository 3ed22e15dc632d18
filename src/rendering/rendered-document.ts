import type { Config } from '../platform/config/config.js';
import { TaskError } from '../platform/threads/thread-tasks.js';

/**
 * Number of the renderer. Raise it when the renderer, the sanitiser or one of their packages changes the HTML of a
 * document: pages of an older number are then rendered again when they are read (contract 9).
 */
export const RENDERER = 5;

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

/** `publishError.code` of a document that cannot be rendered (contract 3). */
type RenderFaultCode = 'render_failed' | 'render_timeout';

const MESSAGES: Record<RenderFaultCode, string> = {
  render_failed:
    'The document could not be rendered: it is nested too deeply, or it grows too large as HTML.',
  render_timeout:
    'The document could not be rendered within the limits of time and memory, three times.',
};

/** An error that the document itself causes (contract 3). After `render_timeout`, another attempt can succeed. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault';

  constructor(
    readonly code: RenderFaultCode,
    options?: ErrorOptions,
  ) {
    super(MESSAGES[code], options);
  }
}

/** Returns a `RenderFault` for a `TaskError`, which the document caused; returns any other error unchanged. */
export const renderFaultOf = (error: unknown): unknown =>
  error instanceof TaskError
    ? new RenderFault(error.kind === 'ended' ? 'render_timeout' : 'render_failed', { cause: error })
    : error;
