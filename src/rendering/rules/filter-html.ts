import type { MarkdownIt, Token } from 'markdown-it';
import { note } from './token-meta.js';
import { EMBEDS, NOT_TEXT, PARENTS, separatesWords, WITHOUT_TEXT } from './html-tags.js';
import { writtenAnchor } from './headings.js';
import type { Attributes, OpenTag, OpenTags } from './open-tags.js';
import { readAddress } from '../address.js';
import { withEntities } from './entities.js';

const COMMENT =
  /<!--(?:>|->|[\s\S]*?(?:-->|$))|<\?[\s\S]*?(?:\?>|$)|<![a-z[][\s\S]*?(?:\]\]>|>|$)/iy;
const TAG =
  /<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*)\s*\/?>/iy;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Reads the attributes of a tag. The first of two attributes with the same name counts, as in browsers. */
function attributesIn(written: string): Attributes {
  const attributes = new Map<string, string>();
  for (const [, given = '', ...values] of written.matchAll(ATTRIBUTE)) {
    const name = given.toLowerCase();
    const value = values.find((text) => text !== undefined) ?? '';
    if (!attributes.has(name)) attributes.set(name, value);
  }
  return attributes;
}

type HtmlType = 'html_block' | 'html_inline';

/** Collects the tokens of filtered HTML. */
class Output {
  private readonly tokens: Token[] = [];
  private html = '';
  /** Whether the HTML so far ends with a separator of words. */
  private isApart = false;

  constructor(
    private readonly md: MarkdownIt,
    private readonly make: (type: string, nesting: -1 | 0 | 1) => Token,
    private readonly type: HtmlType,
  ) {}

  add(html: string): void {
    if (html === '') return;
    this.html += html;
    this.isApart = /\s$/.test(html);
  }

  /** Adds a space if the text so far does not end with one. */
  separate(): void {
    if (!this.isApart) this.add(' ');
  }

  closed(tags: readonly OpenTag[]): void {
    for (const { name, end } of tags) {
      if (name === 'a') this.push(this.make('link_close', -1));
      else this.add(end);
    }
  }

  /** Adds a link as Markdown makes it, so that the renderer checks its address. */
  link(href: string, attributes: Attributes): void {
    const token = this.make('link_open', 1);
    token.attrs = [['href', this.md.normalizeLink(withEntities(href.trim()))]];
    this.title(token, attributes);
    this.push(token);
  }

  /** Adds a picture as Markdown makes it, so that the renderer checks its address. */
  picture(attributes: Attributes): void {
    const token = this.make('image', 0);
    const src = withEntities((attributes.get('src') ?? '').trim());
    token.attrs = [['src', this.md.normalizeLink(src)]];
    const words = this.make('text', 0);
    words.content = withEntities(attributes.get('alt') ?? '');
    token.children = [words];
    this.title(token, attributes);
    this.push(token);
  }

  /** Adds a link with a text of its own: the title of an embedded document or recording, or its address. */
  embedded(href: string, title: string): void {
    this.link(href, new Map());
    const words = this.make('text', 0);
    words.content = withEntities(title.trim() === '' ? href : title);
    this.push(words);
    this.push(this.make('link_close', -1));
  }

  /** Adds a target of links. The renderer omits it if another element has its id. */
  anchor(id: string): void {
    this.push(note(this.make('anchor', 0), { anchor: id }));
  }

  /** Returns the tokens: at least one, so that a paragraph of removed tags can be recognised. */
  done(): readonly Token[] {
    if (this.html !== '' || this.tokens.length === 0) this.push();
    return this.tokens;
  }

  private title(token: Token, attributes: Attributes): void {
    const title = attributes.get('title');
    if (title !== undefined) token.attrSet('title', withEntities(title));
  }

  private push(token?: Token): void {
    if (this.html !== '' || !token) {
      const html = this.make(this.type, 0);
      html.content = this.html;
      this.tokens.push(html);
      this.html = '';
    }
    this.isApart = false;
    if (token) this.tokens.push(token);
  }
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

/** Adds text. A text in a table that is in no cell gets a cell. */
function addText(text: string, open: OpenTags, output: Output): void {
  if (/\S/.test(text)) output.add(open.startCell());
  output.add(text);
}

function startTag(name: string, written: string, open: OpenTags, output: Output): void {
  const attributes = attributesIn(written);
  output.closed(open.closeBefore(name));
  if (!PARENTS.has(name)) output.add(open.startCell());
  if (name === 'img') {
    output.separate();
    output.picture(attributes);
    return output.separate();
  }
  if (EMBEDS.has(name) || name === 'source') return embed(name, attributes, open, output);
  const id = writtenAnchor(attributes.get('id') ?? (name === 'a' ? attributes.get('name') : ''));
  const isBefore = WITHOUT_TEXT.has(name) || name === 'a' || WITHOUT_ANCHOR.test(name);
  if (id !== undefined && isBefore && !PARENTS.has(name)) output.anchor(id);
  if (name === 'a') {
    const href = attributes.get('href');
    if (href === undefined || open.isFull) return;
    open.startLink();
    return output.link(href, attributes);
  }
  const html = open.start(name, attributes);
  if (html === '' && separatesWords(name)) output.separate();
  output.add(html);
  if (id !== undefined && !isBefore) output.anchor(id);
}

/** Elements that begin with other elements, or contain nothing: their anchor is before them. */
const WITHOUT_ANCHOR = /^(?:details|dir|dl|menu|ol|ul|br|hr|wbr)$/;

function isOnWeb(source: string): boolean {
  const address = source === '' ? undefined : readAddress(withEntities(source));
  return address !== undefined && /^(?:https?:|null)$/.test(String(address.scheme));
}

/** Turns an embedded document or recording into a link to its source. Of several sources the first counts. */
function embed(name: string, attributes: Attributes, open: OpenTags, output: Output): void {
  const source = (attributes.get('src') ?? attributes.get('data') ?? '').trim();
  const title = attributes.get('title') ?? attributes.get('aria-label') ?? open.awaitsSource ?? '';
  const isAwaited = name !== 'source' || open.awaitsSource !== undefined;
  output.separate();
  if (isAwaited && isOnWeb(source)) output.embedded(source, title);
  const awaits = /^(?:audio|video)$/.test(name) && source === '';
  open.awaitsSource = awaits ? title : source === '' ? open.awaitsSource : undefined;
  output.separate();
}

function endTag(name: string, open: OpenTags, output: Output): void {
  // Browsers read </br> as <br>.
  if (name === 'br') return startTag(name, '', open, output);
  if (EMBEDS.has(name)) open.awaitsSource = undefined;
  const closed = open.close(name);
  output.closed(closed);
  if (closed.length === 0 && separatesWords(name)) output.separate();
}

/**
 * Filters the HTML of a token: keeps allowed tags, in pairs, and removes all other tags. A removed tag leaves a space
 * if it separates words. The text of removed tags stays, except code and data (contract 9).
 */
export function filterHtml(token: Token, open: OpenTags, parser: Parser): readonly Token[] {
  const html = token.content;
  const output = outputFor(token.type as HtmlType, parser);
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', from)) {
    addText(html.slice(from, at), open, output);
    COMMENT.lastIndex = TAG.lastIndex = at;
    const [whole, slash, given = '', written = ''] = TAG.exec(html) ?? [];
    if (whole !== undefined) {
      const name = given.toLowerCase();
      from = at + whole.length;
      if (NOT_TEXT.has(name)) {
        if (!slash && EMBEDS.has(name)) startTag(name, written, open, output);
        output.separate();
        if (!slash) from = endOf(name, html, from);
      } else if (slash) endTag(name, open, output);
      else startTag(name, written, open, output);
    } else if (COMMENT.test(html)) from = COMMENT.lastIndex;
    else {
      addText('&lt;', open, output);
      from = at + 1;
    }
  }
  addText(html.slice(from), open, output);
  // Without its end tag, a heading would contain the rest of the document, and a block of code other blocks.
  if (token.type === 'html_block') output.closed([...open.closeHeading(), ...open.close('pre')]);
  return output.done();
}

/** Makes the tokens that come before a Markdown token: a cell, if the token would come directly into a table or row. */
export function beforeToken(
  { nesting, type, content }: Token,
  open: OpenTags,
  parser: Parser,
): readonly Token[] {
  if (nesting === -1 || (type === 'text' && !/\S/.test(content))) return [];
  const cell = open.startCell();
  if (cell === '') return [];
  const output = outputFor('html_inline', parser);
  output.add(cell);
  return output.done();
}

/** Makes the end tags of all open tags. */
export function endTags(open: OpenTags, type: HtmlType, parser: Parser): readonly Token[] {
  const ended = open.closeAll();
  if (ended.length === 0) return [];
  const output = outputFor(type, parser);
  output.closed(ended);
  return output.done();
}

/** What the filter needs of the parser: its functions for addresses, and its class of tokens. */
interface Parser {
  readonly md: MarkdownIt;
  readonly Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
}

const outputFor = (type: HtmlType, { md, Token: Make }: Parser): Output =>
  new Output(md, (kind, nesting) => new Make(kind, '', nesting), type);
