import { mostAlike, occurrences, type Span } from './text-search.js';

/** One change of a part of the content (CONTRACT 2, "Edits"), after its form has been checked. */
export interface Edit {
  readonly find?: string;
  readonly section?: string;
  readonly replace?: string;
  readonly append?: string;
  readonly all?: boolean;
}

/** Why an edit could not be made. */
export type EditFaultReason = 'not_found' | 'ambiguous' | 'unknown_section' | 'overlap';

/** An edit that could not be made (CONTRACT 2, 6). */
export interface EditFault {
  /** Of the edit, from 0. */
  readonly index: number;
  readonly reason: EditFaultReason;
  /** From left to right, not overlapping. */
  readonly occurrences: number;
  /** Where they begin, at most 20; for `not_found` the one that is most alike, if any is. From 1. */
  readonly lines: readonly number[];
  /** For `overlap`: the index of the other edit. */
  readonly with?: number;
}

/** Either everything was done, or nothing. */
export type Edited = { readonly content: string } | { readonly faults: readonly EditFault[] };

const MAX_LINES = 20;

/** A text that takes the place of a part of the content. */
interface Splice extends Span {
  readonly index: number;
  readonly text: string;
  /** A block begins after a blank line, and ends with one where another follows. */
  readonly block: { readonly before: boolean; readonly behind: boolean };
}

const INLINE = { before: false, behind: false };

/**
 * Makes all edits, or none, in the content that they were written for.
 * @param sectionOf the section of an id; `undefined`: there is none
 */
export function applyEdits(
  content: string,
  edits: readonly Edit[],
  sectionOf: (id: string) => Span | undefined,
): Edited {
  const context = {
    content,
    withLineFeeds: lineFeedText(content),
    sectionOf,
    lineEnd: lineEndOf(content),
  };
  const resolved = edits.map((edit, index) => resolve(context, edit, index));
  const faults = resolved.flatMap((each) => ('reason' in each ? [each] : []));
  const splices = resolved.flatMap((each) => ('reason' in each ? [] : each));
  const ordered = splices.toSorted(
    (a, b) => a.start - b.start || a.end - b.end || a.index - b.index,
  );
  faults.push(...overlaps(content, ordered));
  if (faults.length > 0) return { faults: faults.toSorted((a, b) => a.index - b.index) };
  return { content: splice(context, ordered) };
}

interface Context {
  readonly content: string;
  /** With line feeds alone; `undefined`: it has no others. */
  readonly withLineFeeds: LineFeedText | undefined;
  readonly sectionOf: (id: string) => Span | undefined;
  readonly lineEnd: string;
}

/** A text with line feeds for all line ends, and where each of its code units stands in the original. */
interface LineFeedText {
  readonly text: string;
  readonly positions: Uint32Array;
  /** The original has no other line ends than CRLF. */
  readonly isUniform: boolean;
}

function lineFeedText(content: string): LineFeedText | undefined {
  if (!content.includes('\r\n')) return undefined;
  const text = content.replaceAll('\r\n', '\n');
  const positions = new Uint32Array(text.length + 1);
  for (let at = 0, original = 0; at <= text.length; at += 1) {
    positions[at] = original;
    original += content[original] === '\r' && content[original + 1] === '\n' ? 2 : 1;
  }
  return { text, positions, isUniform: !/(?<!\r)\n/.test(content) };
}

/** The first index whose position is not before `position`. */
function indexOf(positions: Uint32Array, position: number): number {
  let low = 0;
  let high = positions.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The line end that most lines of a text have. */
function lineEndOf(text: string): string {
  const all = text.split('\n').length - 1;
  const withReturn = text.split('\r\n').length - 1;
  return withReturn * 2 > all ? '\r\n' : '\n';
}

/** What is put in takes the line ends of the document, where it has any. */
const withLineEnds = (text: string, { content, lineEnd }: Context): string =>
  content.includes('\n') ? text.replace(/\r\n|\n/g, lineEnd) : text;

function resolve(context: Context, edit: Edit, index: number): Splice[] | EditFault {
  const { content, sectionOf } = context;
  const scope =
    edit.section === undefined ? { start: 0, end: content.length } : sectionOf(edit.section);
  if (!scope) return { index, reason: 'unknown_section', occurrences: 0, lines: [] };
  if (edit.append !== undefined) {
    const { end } = scope;
    const text = withLineEnds(edit.append, context);
    return [{ index, start: end, end, text, block: { before: true, behind: true } }];
  }
  const text = withLineEnds(edit.replace!, context);
  if (edit.find === undefined) {
    return [{ ...scope, index, text, block: { before: false, behind: true } }];
  }
  const found = occurrencesOf(edit.find, context, scope);
  if (found.length === 1 || (edit.all === true && found.length > 0)) {
    return found.map((span) => ({ ...span, index, text, block: INLINE }));
  }
  if (found.length === 0) return notFound(content, edit.find, scope, index);
  const lines = linesOf(content, found);
  return { index, reason: 'ambiguous', occurrences: found.length, lines };
}

/** From left to right, not overlapping. */
function occurrencesOf(find: string, { content, withLineFeeds }: Context, scope: Span): Span[] {
  if (withLineFeeds === undefined || !find.includes('\n')) return occurrences(content, find, scope);
  const { text, positions, isUniform } = withLineFeeds;
  // Among line ends of both kinds, what has a carriage return itself is looked for as it is.
  if (!isUniform && find.includes('\r\n')) return occurrences(content, find, scope);
  const within = { start: indexOf(positions, scope.start), end: indexOf(positions, scope.end) };
  return occurrences(text, find.replaceAll('\r\n', '\n'), within).map(({ start, end }) => ({
    start: positions[start]!,
    end: positions[end]!,
  }));
}

function notFound(content: string, find: string, { start, end }: Span, index: number): EditFault {
  const line = mostAlike(content.slice(start, end), find);
  const lines = line === undefined ? [] : [lineOf(content, start) + line];
  return { index, reason: 'not_found', occurrences: 0, lines };
}

/** The number of the line in which a position is, from 1. */
function lineOf(content: string, position: number): number {
  let line = 1;
  let at = content.indexOf('\n');
  while (at !== -1 && at < position) {
    line += 1;
    at = content.indexOf('\n', at + 1);
  }
  return line;
}

const linesOf = (content: string, spans: readonly Span[]): number[] =>
  spans.slice(0, MAX_LINES).map(({ start }) => lineOf(content, start));

/** Two edits that would change the same characters; one may begin where another ends. */
function overlaps(content: string, ordered: readonly Splice[]): EditFault[] {
  const faults = new Map<number, EditFault>();
  let widest: Splice | undefined;
  for (const next of ordered) {
    if (widest && next.start < widest.end && next.index !== widest.index) {
      for (const [one, other] of [
        [widest, next],
        [next, widest],
      ] as const) {
        const { index } = one;
        if (faults.has(index)) continue;
        const own = ordered.filter((each) => each.index === index);
        const lines = linesOf(content, own);
        faults.set(index, {
          index,
          reason: 'overlap',
          occurrences: own.length,
          lines,
          with: other.index,
        });
      }
    }
    if (!widest || next.end > widest.end) widest = next;
  }
  return [...faults.values()];
}

const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);
const leadingSpace = (text: string): string => /^[ \t\r\n]*/.exec(text)![0];

function trailingSpace(text: string): string {
  let start = text.length;
  while (start > 0 && ' \t\r\n'.includes(text[start - 1]!)) start -= 1;
  return text.slice(start);
}

/** Line ends that are missing for a blank line between two texts. */
function missingBetween(before: string, behind: string, lineEnd: string): string {
  const [trailing, leading] = [trailingSpace(before), leadingSpace(behind)];
  let missing = '';
  while ((trailing + missing + leading).split(/\r\n|\n|\r/).length < 3) missing += lineEnd;
  return missing;
}

function splice({ content, lineEnd }: Context, ordered: readonly Splice[]): string {
  let result = '';
  let blockIsOpen = false;
  const write = (text: string, block: Splice['block']): void => {
    if (!isBlank(text)) {
      if ((block.before || blockIsOpen) && !isBlank(result)) {
        result += missingBetween(result, text, lineEnd);
      }
      blockIsOpen = block.behind;
    }
    result += text;
  };
  let written = 0;
  for (const { start, end, text, block } of ordered) {
    write(content.slice(written, start), INLINE);
    write(text, block);
    written = end;
  }
  write(content.slice(written), INLINE);
  return result;
}
