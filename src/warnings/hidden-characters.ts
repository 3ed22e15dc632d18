/** Characters that can be invisible: zero-width, direction and tag characters. Fast, because most texts have none. */
export const CAN_BE_HIDDEN =
  /[\u180e\u200b-\u200d\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\udb40[\udc00-\udc7f]/;

const HIDDEN = /[\u180e\u200b-\u200d\u2060-\u2064\ufeff]|[\u{e0000}-\u{e007f}]+/gu;
/** Signs that begin or end a change of the direction. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;

/** Scripts whose letters are joined, or whose words have no spaces. They need the zero-width characters. */
const NEEDS_JOINER =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Mand}\p{sc=Hebr}\p{sc=Thaa}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Java}\p{sc=Bali}]/u;
const NEEDS_SPACE =
  /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Java}\p{sc=Bali}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff00-\uffef]/u;
/** What an emoji consists of. */
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u2640\u2642\u2695\u2696\u2708]/u;
/** The flags of England, Scotland and Wales: a black flag, tags and a cancel tag. */
const FLAG_TAGS = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u;

/** A span of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The characters around a position, without other invisible characters. */
function neighbours(text: string, start: number, end: number): readonly [string, string] {
  const before = text.slice(Math.max(start - 4, 0), start).replace(HIDDEN, '');
  const after = text.slice(end, end + 4).replace(HIDDEN, '');
  return [Array.from(before).at(-1) ?? '', Array.from(after)[0] ?? ''];
}

function isNeeded(text: string, sign: string, start: number, end: number): boolean {
  const [before, after] = neighbours(text, start, end);
  const either = (pattern: RegExp): boolean => pattern.test(before) || pattern.test(after);
  if (sign >= '\u{e0000}' && sign.codePointAt(0)! >= 0xe0000) {
    return before === '\u{1f3f4}' && FLAG_TAGS.test(sign);
  }
  if (sign === '\u200d') return either(NEEDS_JOINER) || (EMOJI.test(before) && EMOJI.test(after));
  if (sign === '\u200c') return either(NEEDS_JOINER);
  if (sign === '\u200b') return either(NEEDS_SPACE);
  if (sign === '\u180e') return either(/\p{sc=Mong}/u);
  if (sign === '\u2060' || sign === '\ufeff') return either(NEEDS_SPACE) || either(NEEDS_JOINER);
  return false;
}

/**
 * Finds characters that readers cannot see and that the text does not need: at most `most` of them. Directions are
 * meant if they end in the same text.
 */
export function hiddenCharacters(text: string, most: number): Span[] {
  if (!CAN_BE_HIDDEN.test(text)) return [];
  const found: Span[] = [];
  for (const { 0: sign, index: start } of text.matchAll(HIDDEN)) {
    if (found.length >= most) return found;
    const end = start + sign.length;
    if (!isNeeded(text, sign, start, end)) found.push({ start, end });
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
