import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const WITH_END = new Set(
  (
    'details summary sub sup kbd samp var mark ins del s small abbr q cite dl dt dd p div span b i ' +
    'strong em ruby rt rp'
  ).split(' '),
);
const WITHOUT_END = new Set(['br', 'hr', 'wbr']);
/** Elements whose text is code or data, not text for readers. */
const NOT_TEXT = new Set('script style template iframe noframes noembed noscript'.split(' '));

/** Maximum number of open tags in one container. No text needs more open tags. Browsers nest at most 512 elements. */
const MAX_OPEN = 50;

const COMMENT =
  /<!--(?:>|->|[\s\S]*?(?:-->|$))|<\?[\s\S]*?(?:\?>|$)|<![a-z[][\s\S]*?(?:\]\]>|>|$)/iy;
const TAG =
  /<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*)\s*\/?>/iy;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** The names of the open tags in one container (document, quotation, list item or other block), outermost first. */
type Open = string[];

function attributes(name: string, written: string): string {
  let kept = '';
  for (const [, given = '', ...values] of written.matchAll(ATTRIBUTE)) {
    const attribute = given.toLowerCase();
    const value = values.find((text) => text !== undefined) ?? '';
    if (attribute === 'open' && name === 'details') kept += ' open';
    else if (
      attribute === 'lang' ||
      attribute === 'dir' ||
      (attribute === 'title' && name === 'abbr')
    ) {
      kept += ` ${attribute}="${value.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;
    }
  }
  return kept;
}

/** Closes a tag, and all tags that were opened inside it. A tag that is not open closes nothing. */
function close(name: string, open: Open): string {
  const place = open.lastIndexOf(name);
  if (place === -1) return '';
  return open
    .splice(place)
    .toReversed()
    .map((ended) => `</${ended}>`)
    .join('');
}

function tag([, slash, given = '', written = '']: RegExpExecArray, open: Open): string {
  const name = given.toLowerCase();
  if (WITHOUT_END.has(name)) return `<${name}${attributes(name, written)}>`;
  if (!WITH_END.has(name)) return '';
  if (slash) return close(name, open);
  if (open.length >= MAX_OPEN) return '';
  open.push(name);
  return `<${name}${attributes(name, written)}>`;
}

/**
 * Finds the position after an element with hidden text: after its end tag, or the end of the HTML if there is no end
 * tag.
 */
function endOf(name: string, html: string, from: number): number {
  const end = new RegExp(`</${name}(?:[\\s/][^>]*)?>`, 'gi');
  end.lastIndex = from;
  return end.exec(html) ? end.lastIndex : html.length;
}

/**
 * Keeps allowed tags, in pairs. Removes all other tags. Removes their text if the text is code or data; keeps all other
 * text (contract 9).
 */
function filtered(html: string, open: Open): string {
  let kept = '';
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', from)) {
    kept += html.slice(from, at);
    COMMENT.lastIndex = TAG.lastIndex = at;
    const found = TAG.exec(html);
    if (found) {
      const name = found[2]!.toLowerCase();
      from = TAG.lastIndex;
      if (NOT_TEXT.has(name)) {
        if (!found[1]) from = endOf(name, html, from);
      } else kept += tag(found, open);
    } else if (COMMENT.test(html)) from = COMMENT.lastIndex;
    else {
      kept += '&lt;';
      from = at + 1;
    }
  }
  return kept + html.slice(from);
}

function endTags(open: Open, Make: StateCore['Token']): Token[] {
  if (open.length === 0) return [];
  const token = new Make('html_block', '', 0);
  token.content = close(open[0]!, open);
  return [token];
}

/**
 * Returns whether a token is an end tag, and the name of the tag; `undefined` if the token is not a tag of an element
 * with hidden text.
 */
function hiddenTag({ type, content }: Token): [isEnd: boolean, name: string] | undefined {
  const [, slash, given] = type === 'html_inline' ? (/^<(\/?)([a-z]+)/i.exec(content) ?? []) : [];
  const name = given?.toLowerCase() ?? '';
  return NOT_TEXT.has(name) ? [slash === '/', name] : undefined;
}

/** Removes pairs of tags such as `<script>` and `</script>` in one paragraph, with the text between them. */
function readable(children: readonly Token[]): readonly Token[] {
  let name: string | undefined;
  const left = new Map<string, number>();
  for (const child of children) {
    const [slash, ended] = hiddenTag(child) ?? [];
    if (slash) left.set(ended!, (left.get(ended!) ?? 0) + 1);
  }
  if (left.size === 0) return children;
  return children.filter((child) => {
    const [slash, given] = hiddenTag(child) ?? [];
    if (slash) left.set(given!, left.get(given!)! - 1);
    if (name === undefined && slash === false && left.get(given!)) name = given;
    const hidden = name !== undefined;
    if (slash && given === name) name = undefined;
    return !hidden;
  });
}

function filterInline(token: Token, Make: StateCore['Token']): void {
  const open: Open = [];
  token.children = readable(token.children!).map((child) => {
    if (child.type === 'html_inline') child.content = filtered(child.content, open);
    return child;
  });
  for (const end of endTags(open, Make))
    token.children.push(Object.assign(end, { type: 'html_inline' }));
}

const isEmpty = ({ type, children }: Token): boolean =>
  type === 'inline' &&
  children!.length > 0 &&
  children!.every((child) => child.type === 'html_inline' && child.content === '');

/**
 * Filters raw HTML. Closes open tags at the end of their container, so that they affect no text outside of the
 * container.
 */
function rawHtml(state: StateCore): void {
  const containers: Open[] = [[]];
  const tokens: Token[] = [];
  for (const token of state.tokens) {
    if (token.type === 'html_block') token.content = filtered(token.content, containers.at(-1)!);
    if (token.children?.some(({ type }) => type === 'html_inline'))
      filterInline(token, state.Token);
    if (token.nesting === 1) containers.push([]);
    if (token.nesting === -1) tokens.push(...endTags(containers.pop()!, state.Token));
    tokens.push(token);
    if (token.type === 'paragraph_close' && isEmpty(tokens.at(-2)!)) tokens.splice(-3);
  }
  tokens.push(...endTags(containers[0]!, state.Token));
  state.tokens = tokens;
}

/**
 * Adds the parser rule that keeps only allowed tags and attributes. The rule also closes open tags, because an open tag
 * would affect the rest of the page.
 */
export function rawHtmlFilter(md: MarkdownIt): void {
  md.core.ruler.push('raw_html', rawHtml);
}
