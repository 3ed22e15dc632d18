import {
  formatPatch,
  OMIT_HEADERS,
  structuredPatch,
  type StructuredPatch,
  type StructuredPatchHunk,
} from 'diff';
import { lowerBound } from '../document/lines.js';

/** What differs between two contents (contract 4, `view: changes`). */
export interface ContentChanges {
  /** A unified diff with three lines of context, at most 40,000 bytes. */
  readonly contentDiff: string;
  /** Of the whole, whatever of it is shown. */
  readonly addedLines: number;
  readonly removedLines: number;
  /** The diff is not all of it: a patch made of it does not lead from the one to the other. */
  readonly truncated: boolean;
}

const MAX_DIFF_BYTES = 40_000;
/** The shortest diff of two texts that have little in common would take minutes. */
const TIMEOUT_MS = 600;

const CONTEXT_LINES = 3;
type Sign = ' ' | '-' | '+';
/** A line of a diff with its end, if it has one. */
type MarkedLine = readonly [Sign, string];
const NO_LINE_END = '\\ No newline at end of file';

/** A pure function of two contents, in bounded time. */
export function contentChanges(before: string, after: string): ContentChanges {
  if (before === after) {
    return { contentDiff: '', addedLines: 0, removedLines: 0, truncated: false };
  }
  const options = { context: CONTEXT_LINES, timeout: TIMEOUT_MS };
  const patch =
    structuredPatch('content', 'content', before, after, '', '', options) ??
    patiencePatch(before, after);
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const diff = formatPatch(patch, OMIT_HEADERS);
  const contentDiff = upTo(diff, MAX_DIFF_BYTES);
  return {
    contentDiff,
    addedLines: lines.filter((line) => line.startsWith('+')).length,
    removedLines: lines.filter((line) => line.startsWith('-')).length,
    truncated: contentDiff.length < diff.length,
  };
}

/** Whole lines of a text, as many as fit into so many bytes. */
function upTo(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  return encoded.subarray(0, encoded.lastIndexOf(10, bytes - 1) + 1).toString();
}

/**
 * The patch that keeps the lines that each text has once, as far as they are in the same order, and what is alike
 * beside them; all else is replaced. Not the shortest, but quickly found.
 */
export function patiencePatch(before: string, after: string): StructuredPatch {
  const [old, next] = [linesOf(before), linesOf(after)];
  const lines: MarkedLine[] = [];
  const add = (sign: Sign, some: readonly string[]): void => {
    for (const line of some) lines.push([sign, line]);
  };
  let [oldAt, nextAt] = [0, 0];
  for (const [oldEnd, nextEnd] of [...commonLines(old, next), [old.length, next.length] as const]) {
    const gap = () => Math.min(oldEnd - oldAt, nextEnd - nextAt);
    for (; gap() > 0 && old[oldAt] === next[nextAt]; oldAt += 1, nextAt += 1)
      add(' ', [old[oldAt]!]);
    let same = 0;
    while (same < gap() && old[oldEnd - 1 - same] === next[nextEnd - 1 - same]) same += 1;
    add('-', old.slice(oldAt, oldEnd - same));
    add('+', next.slice(nextAt, nextEnd - same));
    add(' ', old.slice(oldEnd - same, oldEnd));
    [oldAt, nextAt] = [oldEnd, nextEnd];
  }
  const names = { oldFileName: 'content', newFileName: 'content', oldHeader: '', newHeader: '' };
  return { ...names, hunks: hunksOf(lines) };
}

/** The lines of a text, each with its end. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/**
 * Where those lines stand that each of two texts has once: the most of them that are in one order, as in a patience
 * diff.
 */
function commonLines(old: readonly string[], next: readonly string[]): [number, number][] {
  interface Chain {
    readonly places: [number, number];
    readonly before: Chain | undefined;
  }
  const inNext = uniqueLines(next);
  /** For each length the chain that ends earliest in `next`, and where it ends (longest increasing subsequence). */
  const chains: Chain[] = [];
  const ends: number[] = [];
  for (const [line, oldAt] of uniqueLines(old)) {
    const nextAt = inNext.get(line);
    if (nextAt === undefined) continue;
    const length = lowerBound(ends, nextAt);
    ends[length] = nextAt;
    chains[length] = { places: [oldAt, nextAt], before: chains[length - 1] };
  }
  const common: [number, number][] = [];
  for (let chain = chains.at(-1); chain; chain = chain.before) common.push(chain.places);
  return common.toReversed();
}

/** The lines that are there once, in order, and where. */
function uniqueLines(lines: readonly string[]): Map<string, number> {
  const places = new Map(lines.map((line, at) => [line, at]));
  const repeated = lines.filter((line, at) => places.get(line) !== at);
  for (const line of repeated) places.delete(line);
  return places;
}

/** Changes with their context; those whose contexts meet are one hunk. */
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
