import type { Token } from 'markdown-it';

/** Data that our parser rules add to tokens for the renderer. A token has only the members of its kind. */
export interface TokenMeta {
  /** The kind of an alert, in lower case. */
  readonly alert?: string;
  /** Whether an alert has a title of its own, which replaces the name of its kind. */
  readonly isTitled?: boolean;
  /** Whether a task is ticked. */
  readonly isDone?: boolean;
  /** Whether a formula is displayed on a separate line. */
  readonly display?: boolean;
  /** For a table, the titles of its first columns; for a footnote definition or reference, the label. */
  readonly label?: string;
  /** The number of a footnote, from 1. */
  readonly number?: number;
  /** The number of a reference among the references to the same footnote, from 1. */
  readonly reference?: number;
  /** The total number of references to a footnote. */
  readonly references?: number;
  /** The id of a target of links. */
  readonly anchor?: string;
  /** The id that is written at the end of a heading, as it is in the page after the prefix. */
  readonly writtenId?: string;
  readonly heading?: SectionHeading;
  /** The picture token of a figure. Both paragraph tokens and the picture token itself have this member. */
  readonly figure?: Token;
}

/** A heading that begins a section (contract 1). */
export interface SectionHeading {
  readonly id: string;
  /** 1–6, as in the Markdown. */
  readonly level: number;
  /** Plain text on one line; may be empty. */
  readonly title: string;
  /** The line of the heading, from 0. */
  readonly line: number;
}

export const metaOf = (token: Token): TokenMeta => token.meta ?? {};

export function note(token: Token, meta: TokenMeta): Token {
  token.meta = { ...token.meta, ...meta };
  return token;
}
