import { type Change, Intervals } from './edit-intervals.js';
import { Lines, lowerBound, MAX_REPORTED } from './text-search.js';
import { mostAlike, occurrences, type Span } from './text-search.js';

/** One edit of the content (contract 2, "Edits"), after its form has been checked. */
export interface Edit {
  readonly find?: string;
  readonly section?: string;
  readonly replace?: string;
  readonly append?: string;
  readonly all?: boolean;
}

type EditFaultReason = 'not_found' | 'ambiguous' | 'unknown_section' | 'overlap';

/** An edit that could not be applied (contract 2, 6). */
export interface EditFault {
  /** Index of the edit, from 0. */
  readonly index: number;
  readonly reason: EditFaultReason;
  /** Number of occurrences that the edit matches, counted without overlap. */
  readonly occurrences: number;
  /**
   * Line numbers, from 1, of the first 20 occurrences. For `not_found`, the number of the most similar line; for
   * `unknown_section`, no numbers.
   */
  readonly lines: readonly number[];
  /** For `overlap`: index of the other edit. */
  readonly with?: number;
  /** For `ambiguous`: ids of the innermost sections of the first 20 occurrences, each once. */
  readonly sections?: readonly string[];
  /** For `unknown_section`: id of the most similar section; `null` if the content has no sections. */
  readonly likeliest?: string | null;
}

/** The new content if all edits could be applied; every fault if any edit could not be applied. */
export type Edited = { readonly content: string } | { readonly faults: readonly EditFault[] };

const INLINE = { before: false, behind: false };

/**
 * Applies all edits, or none.
 * @param sectionOf finds a section by its id; `undefined`: no section has this id
 * @param missingEnd returns the end of an unclosed block at the end of a text, such as a fence; '' if there is none
 */
export function applyEdits(
  content: string,
  edits: readonly Edit[],
  sectionOf: (id: string) => Span | undefined,
  missingEnd: (text: string) => string = () => '',
): Edited {
  const context = {
    content,
    withLineFeeds: lineFeedText(content),
    sectionOf,
    missingEnd,
    lineEnd: lineEndOf(content),
    lines: new Lines(content),
  };
  const intervals = new Intervals(content.length);
  const faults: EditFault[] = [];
  const earlier = new Map<string, Change | EditFault>();
  for (const [index, edit] of edits.entries()) {
    const sought = JSON.stringify(
      edit.find === undefined ? index : [edit.find, edit.section, edit.all],
    );
    const same = earlier.get(sought);
    const resolved = same ? { ...same, index } : resolve(context, edit, index);
    if ('reason' in resolved) faults.push(resolved);
    else intervals.add(resolved);
    earlier.set(sought, 'spans' in resolved ? shortened(resolved) : resolved);
  }
  for (const { change, other } of intervals.overlaps()) {
    const { index, occurrences: count, spans } = change;
    const lines = context.lines.of(spans);
    faults.push({ index, reason: 'overlap', occurrences: count, lines, with: other });
  }
  if (faults.length > 0) return { faults: faults.toSorted((a, b) => a.index - b.index) };
  return { content: splice(context, intervals) };
}

interface Context {
  readonly content: string;
  /** The content with LF as line end; `undefined` if all line ends of the content are LF already. */
  readonly withLineFeeds: LineFeedText | undefined;
  readonly sectionOf: (id: string) => Span | undefined;
  readonly missingEnd: (text: string) => string;
  readonly lineEnd: string;
  readonly lines: Lines;
}

/** A text in which every line end is LF, and the original position of each of its code units. */
interface LineFeedText {
  readonly text: string;
  readonly positions: Uint32Array;
  /** Whether the original has only one kind of line end: CRLF, or CR. */
  readonly isUniform: boolean;
  readonly lineEnd: RegExp;
}

/**
 * Converts line ends to LF; `undefined` if all line ends are LF already. A CR without LF is a line end only if the text
 * has no LF.
 */
function lineFeedText(content: string): LineFeedText | undefined {
  if (!content.includes('\r')) return undefined;
  const hasFeeds = content.includes('\n');
  if (hasFeeds && !content.includes('\r\n')) return undefined;
  const lineEnd = hasFeeds ? /\r\n/g : /\r\n?/g;
  const text = content.replaceAll(lineEnd, '\n');
  const positions = new Uint32Array(text.length + 1);
  for (let at = 0, original = 0; at <= text.length; at += 1) {
    positions[at] = original;
    original += content[original] === '\r' && content[original + 1] === '\n' ? 2 : 1;
  }
  return { text, positions, isUniform: !/(?<!\r)\n/.test(content), lineEnd };
}

/** Returns the most frequent line end of a text. */
function lineEndOf(text: string): string {
  const both = text.split('\r\n').length - 1;
  const feeds = text.split('\n').length - 1 - both;
  const returns = text.split('\r').length - 1 - both;
  if (returns > Math.max(both, feeds)) return '\r';
  return both > feeds ? '\r\n' : '\n';
}

/** Converts the line ends of inserted text to those of the document, if the document has any. */
const withLineEnds = (text: string, { content, lineEnd }: Context): string =>
  /[\r\n]/.test(content) ? text.replace(/\r\n?|\n/g, lineEnd) : text;

/**
 * Keeps only the spans that a fault of kind `overlap` reports. These spans are enough for a later edit with the same
 * `find`, because such an edit always overlaps this edit, and is never applied.
 */
const shortened = (change: Change): Change => ({
  ...change,
  spans: change.spans.slice(0, MAX_REPORTED),
});

function resolve(context: Context, edit: Edit, index: number): Change | EditFault {
  const { content, sectionOf, lines } = context;
  const scope =
    edit.section === undefined ? { start: 0, end: content.length } : sectionOf(edit.section);
  if (!scope) return { index, reason: 'unknown_section', occurrences: 0, lines: [] };
  if (edit.append !== undefined) {
    const { end } = scope;
    const text = withLineEnds(edit.append, context);
    const block = { before: true, behind: true };
    const appendedTo = edit.section === undefined ? {} : { appendedTo: scope };
    return { index, occurrences: 1, spans: [{ start: end, end }], text, block, ...appendedTo };
  }
  const text = withLineEnds(edit.replace!, context);
  if (edit.find === undefined) {
    // A heading with # begins a block, whatever comes before it. Any other line could continue the paragraph before it.
    const block = { before: !HEADING.test(text), behind: true };
    return { index, occurrences: 1, spans: [scope], text, block };
  }
  const spans = occurrencesOf(edit.find, context, scope);
  if (spans.length === 0) return notFound(context, edit.find, scope, index);
  const count = spans.length;
  if (count > 1 && edit.all !== true) {
    return { index, reason: 'ambiguous', occurrences: count, lines: lines.of(spans) };
  }
  return { index, occurrences: count, spans, text, block: INLINE };
}

/** Finds the occurrences of a text in a part of the content, as an edit with this `find` does. */
export const occurrencesIn = (content: string, find: string, scope: Span): Span[] =>
  occurrencesOf(find, { content, withLineFeeds: lineFeedText(content) }, scope);

/** Finds the occurrences of `find`, from left to right, without overlap. */
function occurrencesOf(
  find: string,
  { content, withLineFeeds }: Pick<Context, 'content' | 'withLineFeeds'>,
  scope: Span,
): Span[] {
  if (withLineFeeds === undefined || !find.includes('\n')) return occurrences(content, find, scope);
  const { text, positions, isUniform, lineEnd } = withLineFeeds;
  // If a text has both LF and CRLF, a `find` that contains CRLF matches only CRLF.
  if (!isUniform && find.includes('\r\n')) return occurrences(content, find, scope);
  const within = {
    start: lowerBound(positions, scope.start),
    end: lowerBound(positions, scope.end),
  };
  return occurrences(text, find.replaceAll(lineEnd, '\n'), within).map(({ start, end }) => ({
    start: positions[start]!,
    end: positions[end]!,
  }));
}

function notFound(
  { content, lines }: Context,
  find: string,
  { start, end }: Span,
  index: number,
): EditFault {
  const alike = lines.at(start) + mostAlike(content.slice(start, end), find);
  return { index, reason: 'not_found', occurrences: 0, lines: [alike] };
}

const HEADING = /^ {0,3}#{1,6}(?:[ \t\r\n]|$)/;
const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);
const leadingSpace = (text: string): string => /^[ \t\r\n]*/.exec(text)![0];

function trailingSpace(text: string): string {
  let start = text.length;
  while (start > 0 && ' \t\r\n'.includes(text[start - 1]!)) start -= 1;
  return text.slice(start);
}

/** Returns the line ends to insert between two texts, so that a blank line separates them. */
function missingBetween(before: string, behind: string, lineEnd: string): string {
  const [trailing, leading] = [trailingSpace(before), leadingSpace(behind)];
  // Spaces at the end of `before` would indent the first line of `behind`. The indentation can turn a heading into
  // code.
  const isIndented = /[\r\n][ \t]+$/.test(trailing) && !/[\r\n]/.test(leading);
  let missing = isIndented ? lineEnd : '';
  while ((trailing + missing + leading).split(/\r\n|\n|\r/).length < 3) missing += lineEnd;
  return missing;
}

/** Stands for the content before a text: an indented fence in the text can belong to a list, and ends with it. */
const LIST = '- a\n\n';

/**
 * Whether a text ends the code block that `fence` opened before it. Ends and beginnings alternate, and a fence with an
 * info string is a beginning, so an odd number of fences before it is needed. A text without such a fence is taken to
 * leave no code block open.
 */
function endsFence(text: string, fence: string): boolean {
  let isEnded = false;
  for (const line of fence === '' ? [] : text.split(/\r\n?|\n/)) {
    const [, marks = '', info] = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/.exec(line) ?? [];
    if (info === undefined || !marks.startsWith(fence)) continue;
    if (info.trim() !== '') break;
    isEnded = !isEnded;
  }
  return isEnded;
}

/**
 * Limit in code units for the result, and for all inserted texts together. A longer text always makes more than 200,000
 * characters, the maximum for content, because a character comes from at most two units. These two units are a
 * surrogate pair, or an inserted CRLF that becomes one LF. Without the limit, 100,000 long replacements would fill the
 * memory.
 */
export const MAX_CONTENT_UNITS = 400_000;

function splice({ content, lineEnd, missingEnd }: Context, intervals: Intervals): string {
  let result = '';
  let blockIsOpen = false;
  let sectionIsDeleted = false;
  // The text since which a code block or HTML block may be open at the end of `result`; `undefined`: none was begun.
  let unended: string | undefined;
  const write = (text: string, block: Change['block'], isAppended = false): void => {
    const blank = isBlank(text);
    let context = LIST;
    if (!blank && unended !== undefined) {
      const end = missingEnd(unended);
      if (isAppended && endsFence(text, end)) context = end + lineEnd;
      else if (end !== '') result += `${/[\r\n]$/.test(result) ? '' : lineEnd}${end}${lineEnd}`;
    }
    if (!blank) unended = block.behind ? context + text : undefined;
    // After a deleted section, the next heading must not continue the paragraph before it: `intro`, `Title`, `===`.
    const isApart = blockIsOpen || (sectionIsDeleted && !HEADING.test(text));
    // Only blocks look at `result`: each look takes time linear in its length, and a `find` can have 200,000 occurrences.
    const isBlock = !blank && (block.before || isApart);
    // A space or tab at the end of `result` would indent the text.
    if (isBlock && (!isBlank(result) || /[ \t]$/.test(result))) {
      result += missingBetween(result, text, lineEnd);
    }
    if (text !== '') blockIsOpen = block.behind || (blank && blockIsOpen);
    sectionIsDeleted = text === '' ? sectionIsDeleted || block.behind : blank && sectionIsDeleted;
    result += text;
  };
  let written = 0;
  for (const { start, end, change } of intervals.inOrder()) {
    write(content.slice(written, start), INLINE);
    if (start === content.length) unended ??= result;
    write(change.text, change.block, start === end);
    written = end;
    if (result.length > MAX_CONTENT_UNITS) return result;
  }
  write(content.slice(written), INLINE);
  return result;
}
