import { formatPatch, OMIT_HEADERS, type StructuredPatchHunk } from 'diff';
import { equalEnds, keptPlaces, shortestWay } from './align.js';

/** The differences between the contents of two revisions (contract 4, `view: changes`). */
export interface ContentChanges {
  /** A unified diff with three lines of context, at most 40,000 bytes. */
  readonly contentDiff: string;
  /** Like `removedLines`, counts the whole diff, even if `contentDiff` is truncated. */
  readonly addedLines: number;
  readonly removedLines: number;
  /** Whether `contentDiff` is incomplete; as a patch, it then does not produce the new content. */
  readonly truncated: boolean;
}

const MAX_DIFF_BYTES = 40_000;
/**
 * Maximum number of removed and added lines in the search for the shortest diff. Only lines that both texts have are
 * counted. This limit bounds the work, not the time, so that the diff of two texts is always the same. Without
 * the limit, two texts with the same lines in another order would take minutes.
 */
const MAX_EDITS = 500;
/**
 * Safety limit in ms for the search, in addition to `MAX_EDITS`. If the texts have few distinct lines, each edit takes
 * more time.
 */
const TIMEOUT_MS = 1_000;

const CONTEXT_LINES = 3;
type Sign = ' ' | '-' | '+';
/** A line of a diff, with its line end if there is one. */
type MarkedLine = readonly [Sign, string];
const NO_LINE_END = '\\ No newline at end of file';

/** Compares the contents of two revisions line by line, in bounded time. */
export function contentChanges(before: string, after: string): ContentChanges {
  if (before === after) {
    return { contentDiff: '', addedLines: 0, removedLines: 0, truncated: false };
  }
  const lines = changedLines(linesOf(before), linesOf(after));
  const hunks = hunksOf(lines);
  const names = { oldFileName: 'content', newFileName: 'content', oldHeader: '', newHeader: '' };
  const diff = formatPatch({ ...names, hunks }, OMIT_HEADERS);
  const contentDiff = upTo(diff, MAX_DIFF_BYTES);
  return {
    contentDiff,
    addedLines: lines.filter(([sign]) => sign === '+').length,
    removedLines: lines.filter(([sign]) => sign === '-').length,
    truncated: contentDiff.length < diff.length,
  };
}

/** Returns as many whole lines from the start of a text as fit into `bytes`. */
function upTo(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  return encoded.subarray(0, encoded.lastIndexOf(10, bytes - 1) + 1).toString();
}

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Marks the lines of both texts as removed, added or kept. Equal lines at the start and at the end are always kept. */
function changedLines(old: readonly string[], next: readonly string[]): MarkedLine[] {
  const [head, tail] = equalEnds(old, next);
  const [oldEnd, nextEnd] = [old.length - tail, next.length - tail];
  const between = linesBetween(old.slice(head, oldEnd), next.slice(head, nextEnd));
  return [...marked(' ', old.slice(0, head)), ...between, ...marked(' ', old.slice(oldEnd))];
}

const marked = (sign: Sign, lines: readonly string[]): MarkedLine[] =>
  lines.map((line) => [sign, line]);

/**
 * If the common lines are in a different order, the search can exceed its limits. The diff then removes all old lines and
 * adds all new lines.
 */
function linesBetween(old: readonly string[], next: readonly string[]): MarkedLine[] {
  const limits = { maxEditLength: MAX_EDITS, timeout: TIMEOUT_MS };
  const kept = keptPlaces(old, next, (from, to) => shortestWay(from, to, limits));
  const parts: MarkedLine[][] = [];
  let [oldAt, nextAt] = [0, 0];
  for (const [oldPlace, nextPlace] of [...kept, [old.length, next.length] as const]) {
    parts.push(marked('-', old.slice(oldAt, oldPlace)), marked('+', next.slice(nextAt, nextPlace)));
    parts.push(marked(' ', old.slice(oldPlace, oldPlace + 1)));
    [oldAt, nextAt] = [oldPlace + 1, nextPlace + 1];
  }
  return parts.flat();
}

/** Makes hunks with the changes and the lines around them. Changes whose context lines touch share a hunk. */
function hunksOf(lines: readonly MarkedLine[]): StructuredPatchHunk[] {
  const shown = new Uint8Array(lines.length);
  for (const [at, [sign]] of lines.entries())
    if (sign !== ' ') shown.fill(1, Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1);
  const hunks: StructuredPatchHunk[] = [];
  let hunk: StructuredPatchHunk | undefined;
  let [oldStart, newStart] = [1, 1];
  for (const [at, [sign, line]] of lines.entries()) {
    const inOld = sign === '+' ? 0 : 1;
    const inNew = sign === '-' ? 0 : 1;
    if (!shown[at]) hunk = undefined;
    else {
      if (!hunk) hunks.push((hunk = { oldStart, oldLines: 0, newStart, newLines: 0, lines: [] }));
      hunk.oldLines += inOld;
      hunk.newLines += inNew;
      hunk.lines.push(sign + line.replace(/\n$/, ''));
      if (!line.endsWith('\n')) hunk.lines.push(NO_LINE_END);
    }
    oldStart += inOld;
    newStart += inNew;
  }
  return hunks;
}
