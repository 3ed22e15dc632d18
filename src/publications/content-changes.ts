import { formatPatch, OMIT_HEADERS, structuredPatch, type StructuredPatch } from 'diff';

/** What differs between two contents (CONTRACT 4, `view: changes`). */
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
/** Two texts without a common line would take minutes to be told apart line by line. */
const TIMEOUT_MS = 600;

const CONTEXT_LINES = 3;
const NO_LINE_END = '\\ No newline at end of file';

/** A pure function of two contents, in bounded time. */
export function contentChanges(before: string, after: string): ContentChanges {
  if (before === after) {
    return { contentDiff: '', addedLines: 0, removedLines: 0, truncated: false };
  }
  const options = { context: CONTEXT_LINES, timeout: TIMEOUT_MS };
  const patch =
    structuredPatch('content', 'content', before, after, '', '', options) ??
    replacement(before, after);
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

/** The patch of one hunk that replaces all lines but those that both begin and end with. */
export function replacement(before: string, after: string): StructuredPatch {
  const [old, next] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(old.length, next.length);
  let first = 0;
  while (first < shorter && old[first] === next[first]) first += 1;
  let same = 0;
  while (same < shorter - first && old.at(-1 - same) === next.at(-1 - same)) same += 1;
  const start = Math.max(0, first - CONTEXT_LINES);
  const trailing = Math.min(same, CONTEXT_LINES);
  const [oldEnd, nextEnd] = [old.length - same, next.length - same];
  const lines = [
    ...marked(' ', old.slice(start, first)),
    ...marked('-', old.slice(first, oldEnd)),
    ...marked('+', next.slice(first, nextEnd)),
    ...marked(' ', old.slice(oldEnd, oldEnd + trailing)),
  ];
  const [oldLines, newLines] = [oldEnd + trailing - start, nextEnd + trailing - start];
  const hunk = { oldStart: start + 1, oldLines, newStart: start + 1, newLines, lines };
  const names = { oldFileName: 'content', newFileName: 'content', oldHeader: '', newHeader: '' };
  return { ...names, hunks: [hunk] };
}

/** The lines of a text, each with its end. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const marked = (sign: ' ' | '-' | '+', lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) =>
    line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, NO_LINE_END],
  );
