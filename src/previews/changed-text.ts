import { diffArrays } from 'diff';
import { linesOf, type Passage, type Stretch } from '../site/html/changed-text.js';

/**
 * Time limits of one comparison in ms: the first limit is for comparing lines, the second for comparing words. Without
 * these limits, texts without a common line, or passages without a common word, would take minutes.
 */
const LINES_TIMEOUT_MS = 300;
const WORDS_TIMEOUT_MS = 300;
/** Maximum number of marks. More marks do not help readers, and make the page too large. */
const MAX_MARKS = 4_000;
/**
 * A passage has an old and a new text. If less than this fraction of the shorter text is unchanged, the whole old text
 * counts as deleted, and the whole new text as inserted.
 */
const MIN_KEPT = 0.3;

const whole = (deleted: string, inserted: string): Stretch[] =>
  (
    [
      { kind: 'deleted', text: deleted },
      { kind: 'inserted', text: inserted },
    ] as const
  ).filter(({ text }) => text !== '');

interface Change {
  readonly added: boolean;
  readonly removed: boolean;
  readonly value: readonly string[];
}

function kindOf({ added, removed }: Change): Stretch['kind'] {
  if (removed) return 'deleted';
  return added ? 'inserted' : 'kept';
}

/** Joins adjacent stretches of the same kind. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: { kind: Stretch['kind']; text: string }[] = [];
  for (const { kind, text } of stretches) {
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') result.push({ kind, text });
  }
  return result;
}

/** Marks white space between two changed words as changed too, so that changed words in a row make one mark. */
function gathered(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  let [deleted, inserted] = ['', ''];
  const flush = (): void => {
    result.push(...whole(deleted, inserted));
    [deleted, inserted] = ['', ''];
  };
  for (const [at, { kind, text }] of stretches.entries()) {
    const isBetween = (deleted !== '' || inserted !== '') && at < stretches.length - 1;
    if (kind === 'kept' && !(isBetween && /^[^\S\n]+$/.test(text))) {
      flush();
      result.push({ kind, text });
      continue;
    }
    if (kind !== 'inserted') deleted += text;
    if (kind !== 'deleted') inserted += text;
  }
  flush();
  return joined(result);
}

type Tokeniser = (text: string) => string[];

/**
 * Matches short pieces of a text. The segmenter gets the text in pieces, because its time grows with the square of the
 * length of the text. A whole document in one piece would take minutes.
 */
const PIECES = /\s+|[^\s、。，．！？；：]{1,300}[、。，．！？；：]?|\S/gu;
const ONE_WORD = /^(?:\s+|[\dA-Za-z]+)$/;

/** Returns a function that splits a text into the words of a language and the characters between the words. */
function tokeniser(locale: string): Tokeniser {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  const words = (piece: string): string | string[] =>
    ONE_WORD.test(piece) ? piece : Array.from(segmenter.segment(piece), ({ segment }) => segment);
  return (text) => (text.match(PIECES) ?? []).flatMap(words);
}

/**
 * Returns the changed words of a passage. The whole passage counts as changed if little of it is unchanged, if it would
 * need too many marks, or if the time `until` has passed.
 */
function changedWords(before: string, after: string, tokens: Tokeniser, until: number): Stretch[] {
  if (before === '' || after === '' || performance.now() > until) return whole(before, after);
  const timeout = until - performance.now();
  const changes = diffArrays(tokens(before), tokens(after), { timeout });
  if (!changes) return whole(before, after);
  const stretches = changes.map((change) => ({
    kind: kindOf(change),
    text: change.value.join(''),
  }));
  const kept = stretches
    .filter(({ kind }) => kind === 'kept')
    .reduce((sum, { text }) => sum + text.replace(/\s+/g, '').length, 0);
  const isAlike = kept >= Math.min(before.length, after.length) * MIN_KEPT;
  return isAlike && stretches.length <= MAX_MARKS ? gathered(stretches) : whole(before, after);
}

/** Finds the changes of a text, word by word, in about a second at most. Both texts can be rebuilt from the result. */
export function changedText(before: string, after: string, locale: string): Passage[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes: readonly Change[] = diffArrays(old, now, { timeout: LINES_TIMEOUT_MS }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: now },
  ];
  const tokens = tokeniser(locale);
  const until = performance.now() + WORDS_TIMEOUT_MS;
  const passages: Passage[] = [];
  let marks = 0;
  for (let at = 0; at < changes.length; at += 1) {
    if (marks > MAX_MARKS) {
      passages.push({ isChanged: true, stretches: rest(changes.slice(at)) });
      break;
    }
    const change = changes[at]!;
    if (kindOf(change) === 'kept') {
      passages.push({ isChanged: false, text: change.value.join('') });
      continue;
    }
    const group = [change];
    const next = changes[at + 1];
    if (next && kindOf(next) !== 'kept') {
      group.push(next);
      at += 1;
    }
    const [deleted, inserted] = sides(group);
    const stretches = changedWords(deleted, inserted, tokens, until);
    marks += stretches.length;
    passages.push({ isChanged: true, stretches });
  }
  return passages;
}

/** Returns the old and the new text of some changes; both contain the unchanged text. */
const sides = (changes: readonly Change[]): [deleted: string, inserted: string] => [
  changes.flatMap(({ added, value }) => (added ? [] : value)).join(''),
  changes.flatMap(({ removed, value }) => (removed ? [] : value)).join(''),
];

const rest = (changes: readonly Change[]): Stretch[] => whole(...sides(changes));
