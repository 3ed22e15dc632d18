import type { MarkdownIt, StateInline } from 'markdown-it';

const TILDES = /~+/y;
const TILDE = 0x7e;
/**
 * Marker of a single tilde until the parser has paired the delimiters. The separate marker keeps a single tilde from
 * pairing with a double tilde.
 */
const SINGLE_TILDE = -TILDE;

/**
 * Matches a tilde that precedes another tilde of the same word. Does not match a tilde after a slash, because such a
 * tilde is part of an address.
 */
const OPENING = /(?<!\/)~(?=[^\s~]+~)/y;
const CLOSING = /(?<=~[^\s~]+)~/y;

const matches = (pattern: RegExp, { src, pos }: StateInline): boolean => {
  pattern.lastIndex = pos;
  return pattern.test(src);
};

/**
 * Marks one word between two single tildes as strikethrough (GFM 6.5). Other single tildes are text, because Korean,
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

/**
 * Runs after the parser has paired the delimiters. Gives single tildes the marker of double tildes, so that the parser
 * strikes the text between two single tildes, too.
 */
function pairedTildes({ delimiters, tokens_meta: inLinks }: StateInline): void {
  for (const list of [delimiters, ...inLinks.map((meta) => meta?.delimiters ?? [])]) {
    for (const each of list) if (each.marker === SINGLE_TILDE) each.marker = TILDE;
  }
}

/** Adds the rules for tildes. The parser itself handles double tildes. */
export function strikethrough({ inline }: MarkdownIt): void {
  inline.ruler.before('strikethrough', 'other_tildes', otherTildes);
  inline.ruler2.before('strikethrough', 'paired_tildes', pairedTildes);
}
