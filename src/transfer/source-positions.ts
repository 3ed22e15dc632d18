import type { MarkdownIt, Token } from 'markdown-it';

/** A token whose content comes from some lines of a text: the first line, and the line after the last, from 0. */
export interface Lines {
  readonly content: string;
  readonly map: readonly [from: number, to: number];
}

/** A place in a text. */
export interface Position {
  readonly offset: number;
  /** From 1. */
  readonly line: number;
}

/** A part of inline content, as a rule of a parser finds it: `siblings` are the tokens of the content. */
export interface InlinePart {
  readonly siblings: readonly Token[];
  readonly start: number;
  readonly end: number;
}

/** The inline content of the text that was parsed last. The service parses one text at a time, without waiting. */
let inlines: ReadonlyMap<readonly Token[], Inline> = new Map();

/** Makes a parser remember where inline content stands, for `ofInline`. */
export function rememberInlines(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'inline_tokens', ({ tokens }) => {
    inlines = inlineTokens(tokens);
  });
}

/**
 * Finds where parts of the content of a token stand in the text that was parsed. The parser removes the marks of
 * containers, indentation and the backslashes before `|` in tables, so each line of a token is looked up in its line of
 * the text.
 */
export class SourcePositions {
  readonly #lines: { readonly start: number; readonly text: string }[] = [];
  readonly #known = new WeakMap<object, LineMap>();

  constructor(text: string) {
    let start = 0;
    for (const line of text.split(/(?<=\n|\r(?!\n))/)) {
      this.#lines.push({ start, text: line.replaceAll('\0', '\uFFFD').replace(/[\r\n]+$/, '') });
      start += line.length;
    }
  }

  /** Returns the position of a character of the content; `undefined` if its line is not found. */
  of(token: Lines, at: number, cell?: Cell): Position | undefined {
    let map = this.#known.get(token);
    if (!map) this.#known.set(token, (map = lineMap(token)));
    let line = map.last;
    if (at < map.starts[line]!) line = 0;
    while (line + 1 < map.starts.length && map.starts[line + 1]! <= at) line += 1;
    map.last = line;
    const number = token.map[1] - map.starts.length + line;
    const source = this.#lines[number];
    if (!source) return undefined;
    const column = at - map.starts[line]!;
    if (cell) {
      const found = inCell(source.text, cell, column);
      return found === undefined ? undefined : { offset: source.start + found, line: number + 1 };
    }
    const base = (map.bases[line] ??= baseOf(source.text, map.lines[line]!));
    return base === -Infinity
      ? undefined
      : { offset: source.start + base + column, line: number + 1 };
  }

  /** Returns the place of a part of inline content; `undefined` if it is not found, as in the alternative text of a picture. */
  ofInline({ siblings, start, end }: InlinePart) {
    const inline = inlines.get(siblings);
    const from = inline && this.of(inline.lines, start, inline.cell);
    const to = inline && this.of(inline.lines, end - 1, inline.cell);
    if (!from || !to) return undefined;
    const inTable = inline.cell !== undefined;
    return { start: from.offset, end: to.offset + 1, line: from.line, inTable };
  }
}

interface LineMap {
  readonly lines: readonly string[];
  readonly starts: readonly number[];
  /** For each line, where it begins in its line of the text, once it was looked up. */
  readonly bases: number[];
  /** The line that was asked for last: places are asked for in their order. */
  last: number;
}

function lineMap({ content }: Lines): LineMap {
  const lines = content.split('\n');
  const starts: number[] = [];
  let start = 0;
  for (const line of lines) {
    starts.push(start);
    start += line.length + 1;
  }
  return { lines, starts, bases: [], last: 0 };
}

/** Finds a line of a token in its line of the text. Its indentation can differ: the parser expands tabs. */
function baseOf(source: string, line: string): number {
  const text = line.trimStart();
  const found = source.lastIndexOf(text);
  return found === -1 ? -Infinity : found - (line.length - text.length);
}

/** A cell of a table: its column, from 0, its content, and the content of the first cell of the row. */
export interface Cell {
  readonly column: number;
  readonly content: string;
  readonly first: string;
}

/** Finds a character of a cell in the line of the row. */
function inCell(row: string, { column, content, first }: Cell, at: number): number | undefined {
  const pipes: number[] = [-1];
  for (let place = row.indexOf('|'); place !== -1; place = row.indexOf('|', place + 1)) {
    if (row[place - 1] !== '\\') pipes.push(place);
  }
  const [one, two] = [0, 1].map((index) =>
    row
      .slice(pipes[index]! + 1, pipes[index + 1] ?? row.length)
      .replaceAll('\\|', '|')
      .trim(),
  );
  const isOpen = two === first && one !== first ? true : !(first !== '' && one!.endsWith(first));
  let place = (pipes[column + (isOpen ? 1 : 0)] ?? row.length) + 1;
  const end = pipes[column + (isOpen ? 2 : 1)] ?? row.length;
  if (column === 0 && !isOpen) {
    place = row.slice(0, end).trimEnd().length - escapedLength(content);
  }
  while (place < end && /\s/.test(row[place]!)) place += 1;
  for (let index = 0; index < at; index += 1, place += 1) {
    if (row[place] === '\\' && row[place + 1] === '|' && content[index] === '|') place += 1;
    if (row[place] !== content[index]) return undefined;
  }
  return row[place] === '\\' && content[at] === '|' ? place + 1 : place;
}

/** The length of a cell in the row: each `|` in it has a backslash. */
const escapedLength = (content: string): number => content.replaceAll('|', '\\|').length;

/** The block tokens of inline content, each with the lines and the cell that it comes from. */
interface Inline {
  readonly lines: Lines;
  readonly cell?: Cell;
}

/** Finds the lines of each token with inline content, by the list of its children, which inline rules know. */
function inlineTokens(tokens: readonly Token[]): Map<readonly Token[], Inline> {
  const found = new Map<readonly Token[], Inline>();
  let row: [number, number] | undefined;
  let [column, first] = [0, ''];
  for (const token of tokens) {
    if (token.type === 'tr_open') {
      row = token.map ?? undefined;
      column = 0;
    }
    if (token.type === 'tr_close') row = undefined;
    if (token.type !== 'inline') continue;
    const { content, children, map } = token;
    if (row && !map) {
      if (column === 0) first = content;
      found.set(children!, { lines: { content, map: row }, cell: { column, content, first } });
      column += 1;
    } else if (map) found.set(children!, { lines: { content, map } });
  }
  return found;
}
