/** A character that readers cannot see, or that changes the order of the characters around it. */
interface HiddenCharacter {
  /** Short name that is shown in place of the character, such as `ZWSP`. */
  readonly symbol: string;
  /** Name of the character in the Unicode standard, or of its kind. */
  readonly name: string;
}

const NAMED: Readonly<Record<number, readonly [symbol: string, name: string]>> = {
  0xad: ['SHY', 'soft hyphen'],
  0x34f: ['CGJ', 'combining grapheme joiner'],
  0x61c: ['ALM', 'Arabic letter mark'],
  0x115f: ['HCF', 'Hangul filler'],
  0x1160: ['HJF', 'Hangul filler'],
  0x17b4: ['KIV', 'Khmer inherent vowel'],
  0x17b5: ['KIV', 'Khmer inherent vowel'],
  0x180e: ['MVS', 'Mongolian vowel separator'],
  0x200b: ['ZWSP', 'zero width space'],
  0x200c: ['ZWNJ', 'zero width non-joiner'],
  0x200d: ['ZWJ', 'zero width joiner'],
  0x200e: ['LRM', 'left-to-right mark'],
  0x200f: ['RLM', 'right-to-left mark'],
  0x2028: ['LS', 'line separator'],
  0x2029: ['PS', 'paragraph separator'],
  0x202a: ['LRE', 'left-to-right embedding'],
  0x202b: ['RLE', 'right-to-left embedding'],
  0x202c: ['PDF', 'end of a direction'],
  0x202d: ['LRO', 'left-to-right override'],
  0x202e: ['RLO', 'right-to-left override'],
  0x2060: ['WJ', 'word joiner'],
  0x2066: ['LRI', 'left-to-right isolate'],
  0x2067: ['RLI', 'right-to-left isolate'],
  0x2068: ['FSI', 'first strong isolate'],
  0x2069: ['PDI', 'end of an isolate'],
  0x2800: ['BLANK', 'braille pattern blank'],
  0x3164: ['HF', 'Hangul filler'],
  0xfeff: ['BOM', 'byte order mark'],
  0xffa0: ['HF', 'Hangul filler'],
};

/** Kinds of characters that have no entry in `NAMED`, by their first and last code. */
const KINDS: readonly (readonly [from: number, to: number, symbol: string, name: string])[] = [
  [0x00, 0x9f, 'CTRL', 'control character'],
  [0x180b, 0x180f, 'VS', 'variation selector'],
  [0x1680, 0x205f, 'SP', 'unusual space'],
  [0x2061, 0x206f, 'FMT', 'invisible operator'],
  [0xfe00, 0xfe0f, 'VS', 'variation selector'],
  [0xfff9, 0xfffb, 'ANN', 'annotation character'],
  [0xe0000, 0xe007f, 'TAG', 'tag character'],
  [0xe0100, 0xe01ef, 'VS', 'variation selector'],
  [0, 0x10ffff, 'INV', 'invisible character'],
];

/**
 * Every character that no text can show (contract 2). Spaces that texts use every day are not among them: no-break spaces,
 * and the ideographic space.
 */
const HIDDEN_CHARACTER =
  '[\\0-\\x08\\v\\f\\x0e-\\x1f\\x7f-\\x9f\\u1680\\u2000-\\u200a\\u2028\\u2029\\u205f\\u2800\\ufff9-\\ufffb' +
  '\\u{16fe4}\\u{1d159}\\p{Default_Ignorable_Code_Point}]';

/** Scripts whose letters are joined. They need the joiners. */
const NEEDS_JOINER =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Mand}\p{sc=Hebr}\p{sc=Thaa}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Java}\p{sc=Bali}]/u;
/** Scripts whose words have no spaces. They need zero-width characters at which lines can end. */
const NEEDS_SPACE =
  /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Java}\p{sc=Bali}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff00-\uffef]/u;
/** Those of them whose writers type these characters after every word, also after words of other scripts. */
const TYPES_SPACE = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;
/** How far around a zero-width character a script counts, in UTF-16 code units. */
const NEAR = 20;
/** What an emoji consists of. */
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u2640\u2642\u2695\u2696\u2708]/u;
/** The flags of England, Scotland and Wales: a black flag, tags and a cancel tag. */
const FLAG_TAGS = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u;

/** Variation selectors where an emoji, an ideograph or a Mongolian letter needs them, and the space of braille. */
const NEEDED_SELECTOR =
  '(?<=[\\p{Extended_Pictographic}#*\\d])[\\ufe0e\\ufe0f]|(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]|' +
  '(?<=\\p{Script=Mong})[\\u180b-\\u180d\\u180f]|(?<=[\\u2801-\\u28ff])\\u2800';

/** Characters that are often invisible: zero-width and tag characters. */
const ZERO_WIDTH = /[\u180e\u200b-\u200d\u2060-\u2064\ufeff]|[\u{e0000}-\u{e007f}]+/gu;

/** The characters around a position, without other invisible characters. */
function neighbours(text: string, start: number, end: number): readonly [string, string] {
  const before = text.slice(Math.max(start - 4, 0), start).replace(ZERO_WIDTH, '');
  const after = text.slice(end, end + 4).replace(ZERO_WIDTH, '');
  return [Array.from(before).at(-1) ?? '', Array.from(after)[0] ?? ''];
}

/**
 * Whether a character is in a text of scripts that need it, but not beside their letters: people also type it beside
 * signs and spaces. Within a word of other letters it is in none.
 */
function isAmong(scripts: RegExp, text: string, start: number, end: number): boolean {
  const isInWord = neighbours(text, start, end).every((one) => /\p{L}/u.test(one));
  return !isInWord && scripts.test(text.slice(Math.max(start - NEAR, 0), end + NEAR));
}

/** Whether a joiner joins letters or emoji, or tags make the flag of a region: without it, readers would see other signs. */
function isJoining(text: string, sign: string, start: number, end: number): boolean {
  const [before, after] = neighbours(text, start, end);
  if (sign.codePointAt(0)! >= 0xe0000) return before === '\u{1f3f4}' && FLAG_TAGS.test(sign);
  if (sign !== '\u200c' && sign !== '\u200d') return false;
  if (NEEDS_JOINER.test(before) || NEEDS_JOINER.test(after)) return true;
  if (sign === '\u200d' && EMOJI.test(before) && EMOJI.test(after)) return true;
  return isAmong(NEEDS_JOINER, text, start, end);
}

/** Whether a zero-width character separates words of a script that has no spaces. */
function isSeparating(text: string, sign: string, start: number, end: number): boolean {
  const beside = neighbours(text, start, end);
  const either = (pattern: RegExp): boolean => beside.some((one) => pattern.test(one));
  if (sign === '\u180e') return either(/\p{sc=Mong}/u);
  if (sign === '\u200b') return either(NEEDS_SPACE) || isAmong(TYPES_SPACE, text, start, end);
  return /^[\u2060\ufeff]$/.test(sign) && (either(NEEDS_SPACE) || either(NEEDS_JOINER));
}

/** Words that can mix letters that look alike. */
const LETTERS =
  '[\\p{Script=Latn}\\p{Script=Cyrl}\\p{Script=Grek}\\p{Script=Armn}\\p{Script=Cher}]+';
const ALIKE = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Latin'] as const;
const OF_SCRIPT = ALIKE.map(
  (script) => [script, new RegExp(`\\p{Script=${script}}`, 'gu')] as const,
);

const PIECES = new RegExp(
  `(${NEEDED_SELECTOR})|([\\u{e0020}-\\u{e007f}]{2,}|${HIDDEN_CHARACTER})|${LETTERS}`,
  'gu',
);
/** Whether a text can have anything to mark. Most texts have nothing, and this test is faster than `PIECES`. */
const SUSPECT = new RegExp(
  `${HIDDEN_CHARACTER}|[\\p{Script=Cyrl}\\p{Script=Grek}\\p{Script=Armn}\\p{Script=Cher}]`,
  'u',
);

/** A piece of a text: as it is, one hidden character, or letters of a script that the rest of their word does not have. */
type VisiblePiece = string | HiddenCharacter | ForeignLetters;

interface ForeignLetters {
  readonly letters: string;
  readonly script: string;
  /** The whole word. */
  readonly word: string;
}

function nameOf(character: string): HiddenCharacter {
  const code = character.codePointAt(0)!;
  const named = NAMED[code];
  if (named) return { symbol: named[0], name: named[1] };
  const [, , symbol, name] = KINDS.find(([from, to]) => code >= from && code <= to)!;
  return { symbol: `${symbol} ${code.toString(16).toUpperCase()}`, name };
}

/** Splits a word of several scripts; the script with the most letters is the usual one. */
function lettersOf(word: string): VisiblePiece[] {
  const counts = OF_SCRIPT.map(([script, letter]) => ({
    script,
    letter,
    count: word.match(letter)?.length ?? 0,
  })).filter(({ count }) => count > 0);
  if (counts.length < 2) return [word];
  const usual = counts.reduce((one, other) => (other.count > one.count ? other : one));
  const pieces: VisiblePiece[] = [];
  for (const character of word) {
    const { script } = counts.find(({ letter }) => character.match(letter))!;
    if (script === usual.script) pieces.push(character);
    else pieces.push({ letters: character, script, word });
  }
  return pieces;
}

/** Splits a text into what can be shown as it is, hidden characters, and letters of another script within a word. */
export function visiblePieces(text: string): VisiblePiece[] {
  if (!SUSPECT.test(text)) return [text];
  const pieces: VisiblePiece[] = [];
  let end = 0;
  for (const match of text.matchAll(PIECES)) {
    const [found, needed, hidden] = match;
    if (needed !== undefined) continue;
    const place = match.index;
    if (hidden !== undefined && isJoining(text, hidden, place, place + hidden.length)) continue;
    const made = hidden === undefined ? lettersOf(found) : Array.from(hidden, nameOf);
    if (typeof made[0] === 'string' && made.length === 1) continue;
    pieces.push(text.slice(end, place), ...made);
    end = place + found.length;
  }
  return [...pieces, text.slice(end)].filter((piece) => piece !== '');
}

/** What a text hides, for a warning. */
export interface HiddenText {
  readonly characters: readonly { readonly name: string; readonly count: number }[];
  /** Words with letters of several scripts, at most 10. */
  readonly words: readonly string[];
}

const MAX_WORDS = 10;

/**
 * Counts the hidden characters of texts, and finds their words with letters of several scripts.
 * @param forms the same text in several forms, such as Markdown and as readers get it: what several of them hide counts once
 */
export function hiddenIn(texts: readonly string[], forms: readonly string[]): HiddenText {
  const all = forms.map((form) => [...texts, form].flatMap(visiblePieces));
  const words = new Set(all.flat().flatMap((piece) => (isForeign(piece) ? piece.word : [])));
  const counts = new Map<string, number>();
  for (const pieces of all) {
    const found = new Map<string, number>();
    for (const piece of pieces)
      if (isHidden(piece)) found.set(piece.name, (found.get(piece.name) ?? 0) + 1);
    for (const [name, count] of found) counts.set(name, Math.max(count, counts.get(name) ?? 0));
  }
  return {
    characters: Array.from(counts, ([name, count]) => ({ name, count })),
    words: [...words].slice(0, MAX_WORDS),
  };
}

const isForeign = (piece: VisiblePiece): piece is ForeignLetters =>
  typeof piece !== 'string' && 'word' in piece;
const isHidden = (piece: VisiblePiece): piece is HiddenCharacter =>
  typeof piece !== 'string' && 'name' in piece;

/** Characters that can be invisible: zero-width, direction and tag characters. Fast, because most texts have none. */
export const CAN_BE_HIDDEN =
  /[\u180e\u200b-\u200d\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\udb40[\udc00-\udc7f]/;

/** Signs that begin or end a change of the direction. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

/** A span of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds zero-width and tag characters that the text does not need, and a direction that does not end: at most `most` of
 * them. Directions are meant if they end in the same text.
 */
export function hiddenCharacters(text: string, most: number): Span[] {
  if (!CAN_BE_HIDDEN.test(text)) return [];
  const found: Span[] = [];
  for (const { 0: sign, index: start } of text.matchAll(ZERO_WIDTH)) {
    if (found.length >= most) return found;
    const end = start + sign.length;
    const isNeeded = isJoining(text, sign, start, end) || isSeparating(text, sign, start, end);
    if (!isNeeded) found.push({ start, end });
  }
  const open = openDirection(text);
  if (open !== undefined && found.length < most) found.push({ start: open, end: open + 1 });
  return found;
}

/** Returns the position of the first override or isolate that does not end; `undefined` if there is none. */
function openDirection(text: string): number | undefined {
  const embeddings: { readonly at: number; readonly isOverride: boolean }[] = [];
  const isolates: number[] = [];
  for (const { 0: sign, index: at } of text.matchAll(DIRECTION)) {
    if (sign === '\u202c') embeddings.pop();
    else if (sign === '\u2069') isolates.pop();
    else if (sign >= '\u2066') isolates.push(at);
    else embeddings.push({ at, isOverride: sign >= '\u202d' });
  }
  return isolates[0] ?? embeddings.find(({ isOverride }) => isOverride)?.at;
}

const SCRIPTS: readonly RegExp[] = [
  /\p{sc=Latn}/u,
  /\p{sc=Cyrl}/u,
  /\p{sc=Grek}/u,
  /\p{sc=Armn}/u,
  /\p{sc=Cher}/u,
  /\p{sc=Hebr}/u,
  /\p{sc=Arab}/u,
];

/** Whether a word of a host mixes scripts whose letters look alike. @param host in Unicode, not in Punycode */
export const mixesScripts = (host: string): boolean =>
  host.split(/[.-]/).some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);
