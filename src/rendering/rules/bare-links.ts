import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { withEntities } from './entities.js';

/** A position where an address can begin. */
const START = /https?:\/\/|www\./iy;
/** A character before which no address begins, because the address would be part of a longer word. */
const WORD_BEFORE = /[a-z0-9.+-]/i;
const WORD_BEFORE_WWW = /[\p{L}\p{N}/.@-]$/u;
/**
 * A host: names of letters, digits, hyphens and underscores, separated by dots. A domain has at most 253 characters;
 * the bound keeps the search linear.
 */
const HOST = /[\p{L}\p{M}\p{N}_-]{1,253}(?:\.[\p{L}\p{M}\p{N}_-]{1,253}){0,126}/uy;
/**
 * The rest of an address: no spaces, and no signs that no address has, such as quotation marks and the punctuation of
 * Chinese, Japanese, Arabic and Hindi. Marks of emphasis end the address.
 */
const REST =
  /(?:(?!\*\*|~~)[^\s\p{Cc}<>"`|\u060c\u061b\u061f\u06d4\u0964\u0965\u2018-\u201f\u2026\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65])*/uy;
/** Characters at the end of an address that belong to the sentence (GFM 6.9). */
const TRAILING = /[?!.,:*_~'"]$/;
const ENTITY = /&[a-z0-9]{1,32};$/i;

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Cuts an address before the first `]` that closes no bracket of the address. */
function withinBrackets(address: string): string {
  let open = 0;
  for (let at = 0; at < address.length; at += 1) {
    if (address[at] === '[') open += 1;
    if (address[at] === ']') open -= 1;
    if (open < 0) return address.slice(0, at);
  }
  return address;
}

/** Removes what belongs to the sentence from the end of an address (GFM 6.9). */
function trimmed(address: string): string {
  let end = address.length;
  let unopened = address.split(')').length - address.split('(').length;
  for (;;) {
    const tail = address.slice(Math.max(end - 34, 0), end);
    const entity = tail.endsWith(';') ? (ENTITY.exec(tail)?.[0].length ?? 1) : 0;
    if (entity > 0) end -= entity;
    else if (tail.endsWith(')') && unopened > 0) [end, unopened] = [end - 1, unopened - 1];
    else if (TRAILING.test(tail)) end -= 1;
    else return address.slice(0, end);
  }
}

/** Returns the address that begins at a position; '' if none begins there. */
function addressAt(text: string, at: number, max: number): string {
  const start = matchAt(START, text, at);
  if (start === '') return '';
  const isWeb = start.endsWith('/');
  const before = text.slice(Math.max(at - 2, 0), at);
  if ((isWeb ? WORD_BEFORE : WORD_BEFORE_WWW).test(isWeb ? before.slice(-1) : before)) return '';
  const from = at + start.length;
  const host = matchAt(HOST, text, from);
  const names = (isWeb ? host : `www.${host}`).replace(/[_~-]+$/, '').split('.');
  if (host === '' || names.slice(-2).some((name) => name.includes('_'))) return '';
  const address = trimmed(withinBrackets(start + matchAt(REST, text.slice(0, max), from)));
  return address.length > start.length ? address : '';
}

function pushLink(state: StateInline, written: string, prefix: string, markup: string): void {
  const address = withEntities(written);
  const open = state.push('link_open', 'a', 1);
  open.attrs = [['href', state.md.normalizeLink(prefix + address)]];
  const text = state.push('text', '', 0);
  text.content = state.md.normalizeLinkText(prefix + address).slice(prefix.length);
  const close = state.push('link_close', 'a', -1);
  for (const token of [open, close]) Object.assign(token, { markup, info: 'auto' });
}

/** Turns addresses that begin with `http://`, `https://` or `www.` into links (GFM 6.9). */
function bareLink(state: StateInline, silent: boolean): boolean {
  if (state.linkLevel > 0) return false;
  const address = addressAt(state.src, state.pos, state.posMax);
  if (address === '') return false;
  if (!silent) pushLink(state, address, /^www/i.test(address) ? 'http://' : '', 'linkify');
  state.pos += address.length;
  return true;
}

const BRACKETED = /<([a-z][a-z0-9+.-]{1,31}:[^<>\0-\x20]*)>/iy;

/** Parses `<https://…>`, with its entities (CommonMark 6.5). */
function bracketedLink(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '<') return false;
  const whole = matchAt(BRACKETED, state.src, state.pos);
  if (whole === '') return false;
  if (!silent) pushLink(state, whole.slice(1, -1), '', 'autolink');
  state.pos += whole.length;
  return true;
}

/** A run of characters with which no rule of markdown-it begins, up to an address that begins with `www.`. */
const PLAIN = /[^\n!#$%&*+\-:<=>@[\\\]^_`{}~]+?(?=[\n!#$%&*+\-:<=>@[\\\]^_`{}~]|www\.|$)/iy;

/** Adds text up to the next character with which a rule can begin, or to the next address. */
function plainRun(state: StateInline, silent: boolean): boolean {
  let run = matchAt(PLAIN, state.src, state.pos).slice(0, state.posMax - state.pos);
  if (run === '') return false;
  const scheme = /https?$/i.exec(run);
  if (scheme && scheme.index > 0 && state.src.startsWith('://', state.pos + run.length)) {
    run = run.slice(0, scheme.index);
  }
  if (!silent) state.pending += run;
  state.pos += run.length;
  return true;
}

/**
 * Adds the rules for addresses without Markdown. They run before the rules for emphasis, so that an underscore in an
 * address is no mark.
 */
export function bareLinks(md: MarkdownIt): void {
  md.inline.ruler.at('text', plainRun);
  md.inline.ruler.before('text', 'bare_link', bareLink);
  md.inline.ruler.before('autolink', 'bracketed_link', bracketedLink);
}

/** An e-mail address (GFM 6.9). It begins where no character before it could belong to it, so the search is linear. */
const EMAIL = /(?<![\w.+/-])(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;

/** The number of links that a token opens, or closes if negative. */
function linksOf({ type, content }: Token): number {
  if (type === 'html_inline')
    return /^<a[\s>]/i.test(content) ? 1 : /^<\/a[\s>]/i.test(content) ? -1 : 0;
  return type === 'link_open' ? 1 : type === 'link_close' ? -1 : 0;
}

/** Splits a text into texts and links. An address that ends with a hyphen or underscore is no address. */
function withLinks(token: Token, { md, Token: Make }: StateCore): readonly Token[] {
  const tokens: Token[] = [];
  let from = 0;
  const add = (text: string): void => {
    if (text === '') return;
    const made = new Make('text', '', 0);
    made.content = text;
    tokens.push(made);
  };
  for (const { index, 0: address } of token.content.matchAll(EMAIL)) {
    if (/[-_]$/.test(address)) continue;
    add(token.content.slice(from, index));
    const open = new Make('link_open', 'a', 1);
    open.attrs = [['href', md.normalizeLink(`mailto:${address.replace(/^mailto:/i, '')}`)]];
    tokens.push(open);
    add(address);
    tokens.push(new Make('link_close', 'a', -1));
    from = index + address.length;
  }
  if (from === 0) return [token];
  add(token.content.slice(from));
  return tokens;
}

function linkEmails(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== 'inline' || !token.content.includes('@')) continue;
    let open = 0;
    token.children = token.children!.flatMap((child) => {
      open = Math.max(open + linksOf(child), 0);
      return child.type === 'text' && open === 0 ? withLinks(child, state) : [child];
    });
  }
}

/** Turns e-mail addresses, with or without `mailto:`, into links. */
export function emailLinks(md: MarkdownIt): void {
  md.core.ruler.at('linkify', linkEmails);
}
