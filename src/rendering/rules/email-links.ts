import type { MarkdownIt, StateCore, Token } from 'markdown-it';

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
