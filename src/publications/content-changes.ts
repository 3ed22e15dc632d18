import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';

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

const linesOf = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** A pure function of two contents, in bounded time. */
export function contentChanges(before: string, after: string): ContentChanges {
  if (before === after) {
    return { contentDiff: '', addedLines: 0, removedLines: 0, truncated: false };
  }
  const options = { context: 3, timeout: TIMEOUT_MS };
  const patch = structuredPatch('content', 'content', before, after, '', '', options);
  if (!patch) {
    const [addedLines, removedLines] = [linesOf(after), linesOf(before)];
    return { contentDiff: '', addedLines, removedLines, truncated: true };
  }
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
