import type { MarkdownIt, StateInline } from 'markdown-it';

const TILDES = /~+/y;
const TILDE = 0x7e;
/** Marker of a single tilde until the parser has paired the delimiters. It keeps one tilde from pairing with two. */
const SINGLE_TILDE = -TILDE;

/** A tilde before another tilde of the same word. A tilde after a slash is part of an address. */
const OPENING = /(?<!\/)~(?=[^\s~]+~)/y;
const CLOSING = /(?<=~[^\s~]+)~/y;

const matches = (pattern: RegExp, { src, pos }: StateInline): boolean => {
  pattern.lastIndex = pos;
  return pattern.test(src);
};

/**
 * Lets two single tildes around one word mark strikethrough (GFM 6.5). Other single tildes are text, because Korean,
 * Japanese and Chinese write ranges with them: 3~5, ~9월, 10월~. Three tildes or more are also text.
 */
function otherTildes(state: StateInline, silent: boolean): boolean {
  TILDES.lastIndex = state.pos;
  const [tildes = ''] = TILDES.exec(state.src) ?? [];
  if (tildes === '' || tildes.length === 2) return false;
  const { can_open: mayOpen, can_close: mayClose } = state.scanDelims(state.pos, false);
  const open = mayOpen && !mayClose && matches(OPENING, state);
  const close = mayClose && !mayOpen && matches(CLOSING, state);
  state.pos += tildes.length;
  if (silent) return true;
  if (tildes.length > 1 || !(open || close)) {
    state.pending += tildes;
    return true;
  }
  state.push('text', '', 0).content = tildes;
  const token = state.tokens.length - 1;
  state.delimiters.push({ marker: SINGLE_TILDE, length: 0, token, end: -1, open, close });
  return true;
}

/** Gives single tildes the marker of double tildes, so that the rule for double tildes makes strikethrough of pairs. */
function pairedTildes({ delimiters, tokens_meta: inLinks }: StateInline): void {
  for (const list of [delimiters, ...inLinks.map((meta) => meta?.delimiters ?? [])]) {
    for (const each of list) if (each.marker === SINGLE_TILDE) each.marker = TILDE;
  }
}

/** Adds the rules for tildes. The parser itself makes strikethrough of two tildes. */
export function strikethrough({ inline }: MarkdownIt): void {
  inline.ruler.before('strikethrough', 'other_tildes', otherTildes);
  inline.ruler2.before('strikethrough', 'paired_tildes', pairedTildes);
}
