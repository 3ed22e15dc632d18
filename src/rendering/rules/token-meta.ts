import type { Token } from 'markdown-it';

/** What our rules note on the tokens of the parser for whoever writes them as HTML. */
export interface TokenMeta {
  /** Of a quotation that is an alert: its kind, without capitals. */
  readonly alert?: string;
  /** Of a task: whether it is ticked. */
  readonly isDone?: boolean;
  /** Of a formula: whether it stands on a line of its own. */
  readonly display?: boolean;
  /** Of a table, its column titles; of a footnote, what it is referred to by. */
  readonly label?: string;
  /** Of a footnote, from 1. */
  readonly number?: number;
  /** Which of the references to a footnote this one is, from 1. */
  readonly reference?: number;
  /** How many references a footnote has. */
  readonly references?: number;
  /** Of a heading that begins a section. */
  readonly heading?: SectionHeading;
  /** Of a picture, and of what it stands in, that is a figure: the picture. */
  readonly figure?: Token;
}

/** A heading that begins a section (contract 1). */
export interface SectionHeading {
  readonly id: string;
  /** 1–6, as it is written. */
  readonly level: number;
  /** Plain words on one line; may be empty. */
  readonly title: string;
  /** The line where it begins, from 0. */
  readonly line: number;
}

export const metaOf = (token: Token): TokenMeta => token.meta ?? {};

/** Adds to what is known of a token. */
export function note(token: Token, meta: TokenMeta): Token {
  token.meta = { ...token.meta, ...meta };
  return token;
}
