import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { beforeToken, endTags, filterHtml } from './filter-html.js';
import { NOT_TEXT } from './html-tags.js';
import { OpenTags } from './open-tags.js';

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
    // The start tag stays. The filter removes it, but separates the words beside it.
    const isHidden = name !== undefined;
    if (name === undefined && slash === false && left.get(given!)) name = given;
    if (slash && given === name) name = undefined;
    return !isHidden;
  });
}

function filterInline(token: Token, open: OpenTags, state: StateCore): void {
  token.children = readable(token.children!).flatMap((child) =>
    child.type === 'html_inline'
      ? filterHtml(child, open, state)
      : beforeToken(child, open, state).concat(child),
  );
  token.children.push(...endTags(open, 'html_inline', state));
}

const isBlank = ({ type, content }: Token): boolean =>
  type === 'anchor' || (/^(?:html_inline|text)$/.test(type) && !/[^ \n]/.test(content));

/** Whether a paragraph has nothing but removed tags, and anchors, which stay without it. */
const isEmpty = ({ type, children }: Token): boolean =>
  type === 'inline' && children!.some((child) => child.type !== 'text') && children!.every(isBlank);

/**
 * Filters raw HTML. Closes open tags at the end of their container, so that they affect no text outside of the
 * container.
 */
function rawHtml(state: StateCore): void {
  const containers = [new OpenTags()];
  const tokens: Token[] = [];
  for (const token of state.tokens) {
    if (token.children?.some(({ type }) => type === 'html_inline')) {
      filterInline(token, new OpenTags(tokens.at(-1)?.type === 'heading_open'), state);
    }
    if (token.type === 'html_block') {
      for (const filtered of filterHtml(token, containers.at(-1)!, state)) tokens.push(filtered);
    } else {
      tokens.push(...beforeToken(token, containers.at(-1)!, state));
      if (token.nesting === 1) containers.push(new OpenTags());
      if (token.nesting === -1) tokens.push(...endTags(containers.pop()!, 'html_block', state));
      tokens.push(token);
    }
    if (token.type === 'paragraph_close' && isEmpty(tokens.at(-2)!)) {
      const [, { children }] = tokens.splice(-3) as [Token, Token, Token];
      for (const child of children!) if (child.type === 'anchor') tokens.push(child);
    }
  }
  tokens.push(...endTags(containers[0]!, 'html_block', state));
  state.tokens = tokens;
}

/**
 * Adds the parser rule that keeps only allowed tags and attributes. The rule also closes open tags, because an open tag
 * would affect the rest of the page.
 */
export function rawHtmlFilter(md: MarkdownIt): void {
  md.core.ruler.push('raw_html', rawHtml);
}
