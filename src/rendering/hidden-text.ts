/** A character that readers cannot see, or that changes the order of the characters around it. */
export interface HiddenCharacter {
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
  0x3164: ['HF', 'Hangul filler'],
  0xfeff: ['BOM', 'byte order mark'],
  0xffa0: ['HF', 'Hangul filler'],
};

/** Kinds of characters that have no entry in `NAMED`, by their first and last code. */
const KINDS: readonly (readonly [from: number, to: number, symbol: string, name: string])[] = [
  [0x00, 0x9f, 'CTRL', 'control character'],
  [0x1680, 0x205f, 'SP', 'unusual space'],
  [0x2061, 0x206f, 'FMT', 'invisible operator'],
  [0xfe00, 0xfe0f, 'VS', 'variation selector'],
  [0xfff9, 0xfffb, 'ANN', 'annotation character'],
  [0xe0000, 0xe007f, 'TAG', 'tag character'],
  [0xe0100, 0xe01ef, 'VS', 'variation selector'],
];

/** Spaces that texts use every day are not among them: no-break spaces, and the ideographic space. */
const HIDDEN_CHARACTER =
  '[\\0-\\x08\\v\\f\\x0e-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180e\\u2000-\\u200f\\u2028-\\u202e' +
  '\\u205f-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\u{e0100}-\\u{e01ef}]';

const EMOJI = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]';
/** Letters of scripts that need joiners between letters. */
const JOINED =
  '[\\p{Script=Arab}\\p{Script=Syrc}\\p{Script=Mong}\\p{Script=Deva}\\p{Script=Beng}\\p{Script=Guru}\\p{Script=Gujr}\\p{Script=Orya}' +
  '\\p{Script=Taml}\\p{Script=Telu}\\p{Script=Knda}\\p{Script=Mlym}\\p{Script=Sinh}\\p{Script=Khmr}\\p{Script=Mymr}\\p{M}]';
/** Characters of `HIDDEN_CHARACTER` where a script or an emoji needs them. */
const NEEDED = [
  `(?<=${EMOJI})\\u200d(?=\\p{Extended_Pictographic})`,
  `(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})`,
  '(?<=[\\p{Extended_Pictographic}#*\\d])[\\ufe0e\\ufe0f]',
  '(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
  '(?<=\\u{1f3f4})[\\u{e0061}-\\u{e007a}]{2,6}\\u{e007f}',
].join('|');

/** Words that can mix letters that look alike. */
const LETTERS =
  '[\\p{Script=Latn}\\p{Script=Cyrl}\\p{Script=Grek}\\p{Script=Armn}\\p{Script=Cher}]+';
const ALIKE = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Latin'] as const;
const OF_SCRIPT = ALIKE.map(
  (script) => [script, new RegExp(`\\p{Script=${script}}`, 'gu')] as const,
);

const PIECES = new RegExp(`(${NEEDED})|(${HIDDEN_CHARACTER})|${LETTERS}`, 'gu');
/** Whether a text can have anything to mark. Most texts have nothing, and this test is faster than `PIECES`. */
const SUSPECT = new RegExp(
  `${HIDDEN_CHARACTER}|[\\p{Script=Cyrl}\\p{Script=Grek}\\p{Script=Armn}\\p{Script=Cher}]`,
  'u',
);

/** A piece of a text: as it is, one hidden character, or letters of a script that the rest of their word does not have. */
export type VisiblePiece = string | HiddenCharacter | ForeignLetters;

export interface ForeignLetters {
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
    const made = hidden === undefined ? lettersOf(found) : [nameOf(hidden)];
    if (typeof made[0] === 'string' && made.length === 1) continue;
    pieces.push(text.slice(end, match.index), ...made);
    end = match.index + found.length;
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

/** Counts the hidden characters of texts, and finds their words with letters of several scripts. */
export function hiddenIn(texts: readonly string[]): HiddenText {
  const counts = new Map<string, number>();
  const words = new Set<string>();
  for (const piece of texts.flatMap(visiblePieces)) {
    if (typeof piece === 'string') continue;
    if ('word' in piece) words.add(piece.word);
    else counts.set(piece.name, (counts.get(piece.name) ?? 0) + 1);
  }
  return {
    characters: Array.from(counts, ([name, count]) => ({ name, count })),
    words: [...words].slice(0, MAX_WORDS),
  };
}
