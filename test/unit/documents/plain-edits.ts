import type { Edit, EditFault } from '../../../src/documents/edits.js';

/**
 * A second implementation of contract 2, "Edits". This implementation is simple and slow, and shares no code with the
 * service. `random-edits.long.spec.ts` compares the results of the two implementations.
 */

/** A range of the content, in UTF-16 code units. */
interface Place {
  readonly start: number;
  readonly end: number;
}

export interface PlainSection extends Place {
  readonly id: string;
}

interface Resolved {
  readonly index: number;
  readonly edit: Edit;
  readonly places: readonly Place[];
}

/** The new content, or the faults of the edits. */
export type PlainResult =
  | { readonly content: string }
  | { readonly faults: readonly (Pick<EditFault, 'index' | 'reason' | 'occurrences'> & Told)[] };

interface Told {
  /**
   * The lines that the service must report. If `undefined`, the service may report any one line as the most similar
   * line, or no line.
   */
  readonly lines?: readonly number[];
  /** Indexes of all edits that overlap the failed edit. */
  readonly with?: readonly number[];
}

const LINE_ENDS = /\r\n|\n|\r/g;
const count = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;
/** Whether a text begins with a heading with #, which no paragraph before it can contain. */
const isHeading = (text: string): boolean => /^ ? ? ?#{1,6}(?=\s|$)/.test(text);
const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

/**
 * Makes the pattern that matches the text `find`. An LF in `find` also matches CRLF. In content without LF, an LF or a
 * CRLF in `find` matches CR.
 */
const literally = (find: string, content: string): RegExp =>
  new RegExp(
    find
      .split(/(\r\n|\n)/)
      .map((part) => {
        if (!content.includes('\n') && /^\r?\n$/.test(part)) return '\r';
        if (part === '\r\n') return part;
        return part === '\n' ? '\r?\n' : part.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
      })
      .join(''),
    'g',
  );

const lineOf = (content: string, at: number): number =>
  count(content.slice(0, at), content[at] === '\n' ? /\n|\r(?!\n|$)/g : /\n|\r(?!\n)/g) + 1;
const linesOf = (content: string, places: readonly Place[]): number[] =>
  places.slice(0, 20).map(({ start }) => lineOf(content, start));

const overlap = (a: Place, b: Place): boolean => a.start < b.end && b.start < a.end;

export function plainly(
  content: string,
  edits: readonly Edit[],
  sections: readonly PlainSection[],
  missingEnd: (text: string) => string,
): PlainResult {
  const faults: (Pick<EditFault, 'index' | 'reason' | 'occurrences'> & Told)[] = [];
  const resolved: Resolved[] = [];
  for (const [index, edit] of edits.entries()) {
    const all = { start: 0, end: content.length };
    const scope = edit.section === undefined ? all : sections.find(({ id }) => id === edit.section);
    if (!scope) {
      faults.push({ index, reason: 'unknown_section', occurrences: 0, lines: [] });
    } else if (edit.append !== undefined) {
      resolved.push({ index, edit, places: [{ start: scope.end, end: scope.end }] });
    } else if (edit.find === undefined) {
      resolved.push({ index, edit, places: [scope] });
    } else {
      const within = content.slice(scope.start, scope.end);
      const places = [...within.matchAll(literally(edit.find, content))].map((match) => ({
        start: scope.start + match.index,
        end: scope.start + match.index + match[0].length,
      }));
      const occurrences = places.length;
      if (occurrences === 0) {
        faults.push({ index, reason: 'not_found', occurrences });
      } else if (occurrences > 1 && edit.all !== true) {
        const lines = linesOf(content, places);
        faults.push({ index, reason: 'ambiguous', occurrences, lines });
      } else {
        resolved.push({ index, edit, places });
      }
    }
  }
  for (const { index, places } of resolved) {
    const others = resolved.filter(
      (other) =>
        other.index !== index &&
        other.places.some((place) => places.some((own) => overlap(own, place))),
    );
    if (others.length === 0) continue;
    const lines = linesOf(content, places);
    const occurrences = places.length;
    const by = others.map((other) => other.index);
    faults.push({ index, reason: 'overlap', occurrences, lines, with: by });
  }
  if (faults.length > 0) return { faults: faults.toSorted((a, b) => a.index - b.index) };
  return { content: made(content, resolved, missingEnd) };
}

function made(
  content: string,
  resolved: readonly Resolved[],
  missingEnd: (text: string) => string,
): string {
  const both = count(content, /\r\n/g);
  const feeds = count(content, /(?<!\r)\n/g);
  const returns = count(content, /\r(?!\n)/g);
  const lineEnd = returns > both && returns > feeds ? '\r' : both > feeds ? '\r\n' : '\n';
  const put = (text: string): string =>
    /[\r\n]/.test(content) ? text.replace(LINE_ENDS, lineEnd) : text;
  const changes = resolved
    .flatMap(({ index, edit, places }) => places.map((place) => ({ index, edit, ...place })))
    .toSorted((a, b) => a.start - b.start || a.end - b.end || a.index - b.index);
  let result = '';
  let open = false;
  let deleted = false;
  let appended: string | undefined;
  let kept = 0;
  const add = (text: string, isBlock: boolean, closesBlock: boolean): void => {
    if (!isBlank(text)) {
      if (
        (isBlock || open || (deleted && !isHeading(text))) &&
        (!isBlank(result) || /[ \t]$/.test(result))
      ) {
        const after = /^[ \t\r\n]*/.exec(text)![0];
        // Blanks at the end of `result` must not indent `text`.
        if (/[\r\n][ \t]+$/.test(result) && count(after, LINE_ENDS) === 0) result += lineEnd;
        // Two line ends between the texts make a blank line.
        while (count(/[ \t\r\n]*$/.exec(result)![0] + after, LINE_ENDS) < 2) result += lineEnd;
      }
    }
    if (text !== '') open = closesBlock || (open && isBlank(text));
    deleted = text === '' ? deleted || closesBlock : deleted && isBlank(text);
    result += text;
  };
  for (const { edit, start, end } of changes) {
    add(content.slice(kept, start), false, false);
    const text = put(edit.append ?? edit.replace!);
    const replacesSection = edit.append === undefined && edit.find === undefined;
    if (edit.append !== undefined && start === content.length) {
      const close = isBlank(text) ? '' : missingEnd(appended ?? result);
      if (close !== '' && !missingEnd(text).startsWith(close[0]!)) {
        result += `${/[\r\n]$/.test(result) ? '' : lineEnd}${close}${lineEnd}`;
      }
      appended = text;
    }
    const isBlock = edit.append !== undefined || (replacesSection && !isHeading(text));
    add(text, isBlock, edit.append !== undefined || replacesSection);
    kept = end;
  }
  add(content.slice(kept), false, false);
  return result;
}
