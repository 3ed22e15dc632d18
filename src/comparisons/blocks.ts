import { type DefaultTreeAdapterTypes as Tree, parseFragment, serializeOuter } from 'parse5';
import { isInline } from '../rendering/plain-text.js';

/** A word, a space or a sign of an article, or an element that has no parts, such as a picture or a formula. */
export interface Token {
  /** Equal for tokens that readers see alike. */
  readonly key: number;
  /** For a picture, its description. */
  readonly text: string;
  /** The inline elements around the token, the outermost first. */
  readonly path: readonly Tree.Element[];
  /** The element without parts; absent for text. */
  readonly whole?: Tree.Element;
}

/** A part of an article that stands on lines of its own: either with tokens, or with further blocks. */
export interface Block {
  /** Equal for blocks that readers see alike. */
  readonly key: number;
  /** `null` for text beside other blocks in the same element. */
  readonly element: Tree.Element | null;
  readonly tokens: readonly Token[];
  /** `undefined` for a block with tokens. */
  readonly blocks: readonly Block[] | undefined;
  /** Lines of text, as a reader would count them: one for each block with tokens, and each line of code. */
  readonly lines: number;
  readonly text: string;
}

export const nameOf = ({ element }: Block): string => element?.tagName ?? '';

export const attributeOf = (element: Tree.Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

/** Elements that are compared as a whole. */
const WHOLE = new Set('img picture math input br wbr ruby hr'.split(' '));

const isElement = (node: Tree.ChildNode): node is Tree.Element => 'tagName' in node;

/** Maximum number of characters of a block's text that is kept for lists and for comparisons with other blocks. */
const MAX_TEXT = 2_000;

/** Splits the HTML of articles into blocks and tokens. Both articles of a comparison must come from the same reader. */
export class ArticleReader {
  private readonly keys = new Map<string, number>();
  /** What identifies the footnotes of the article that is read, by the addresses of their marks. */
  private footnotes: ReadonlyMap<string, string> = new Map();
  /** Number of blocks with tokens so far. */
  count = 0;

  /**
   * @param words splits a text into words
   * @param picturesBase prefix of the addresses of pictures, which says nothing about the picture
   */
  constructor(
    private readonly words: (text: string) => string[],
    private readonly picturesBase: string,
  ) {}

  /** @param html sanitised HTML */
  read(html: string): Block[] {
    const { childNodes } = parseFragment(html);
    this.footnotes = identified(footnotesIn(childNodes), this.footnotes);
    return this.blocksOf(childNodes);
  }

  /** Splits a text without markup. */
  plain(text: string): Token[] {
    return this.words(text).map((word) => ({ key: this.keyOf(`|${word}`), text: word, path: [] }));
  }

  private blocksOf(nodes: readonly Tree.ChildNode[]): Block[] {
    const blocks: Block[] = [];
    let inline: Tree.ChildNode[] = [];
    const flush = (): void => {
      const tokens = this.tokensOf(inline, []);
      if (tokens.some(({ text, whole }) => whole || text.trim() !== ''))
        blocks.push(this.leaf(null, tokens));
      inline = [];
    };
    for (const node of nodes) {
      if (isElement(node) && !isInline(node.tagName)) {
        flush();
        blocks.push(this.blockOf(node));
      } else if ('value' in node || isElement(node)) inline.push(node);
    }
    flush();
    return blocks;
  }

  private blockOf(element: Tree.Element): Block {
    const { childNodes, tagName } = element;
    const isLeaf = childNodes.every((child) => !isElement(child) || isInline(child.tagName));
    if (WHOLE.has(tagName)) return this.leaf(null, [this.wholeToken(element, [])]);
    if (isLeaf && !CONTAINERS.has(tagName))
      return this.leaf(element, this.tokensOf(childNodes, []));
    const blocks = this.blocksOf(childNodes);
    return {
      key: this.keyOf(`${tagOf(element)} ${blocks.map(({ key }) => key).join(' ')}`),
      element,
      tokens: [],
      blocks,
      lines: blocks.reduce((sum, { lines }) => sum + lines, 0),
      text: blocks
        .map(({ text }) => text)
        .join(' ')
        .slice(0, MAX_TEXT),
    };
  }

  private leaf(element: Tree.Element | null, all: readonly Token[]): Block {
    this.count += 1;
    const isCode = element?.tagName === 'pre';
    const tokens = isCode ? all : trimmed(all);
    const text = textOf(tokens);
    return {
      key: this.keyOf(`${element ? tagOf(element) : ''} ${tokens.map(({ key }) => key).join(' ')}`),
      element,
      tokens,
      blocks: undefined,
      lines: isCode ? text.replace(/\n$/, '').split('\n').length : 1,
      text: text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim(),
    };
  }

  private tokensOf(nodes: readonly Tree.ChildNode[], path: readonly Tree.Element[]): Token[] {
    return nodes.flatMap((node): Token[] => {
      if ('value' in node) {
        const around = path.filter(isSeen).map(tagOf).join(' ');
        return this.words(node.value).map((text) => ({
          key: this.keyOf(`${around}|${text}`),
          text,
          path,
        }));
      }
      if (!isElement(node) || attributeOf(node, 'class') === 'anchor') return [];
      if (WHOLE.has(node.tagName) || footnoteLink(node) || node.childNodes.length === 0)
        return [this.wholeToken(node, path)];
      return this.tokensOf(node.childNodes, [...path, node]);
    });
  }

  private wholeToken(element: Tree.Element, path: readonly Tree.Element[]): Token {
    const mark = footnoteLink(element);
    // The number of a footnote depends on the footnotes before it, and the address of a picture on the page.
    const seen = mark
      ? `footnote ${this.footnotes.get(attributeOf(mark, 'href') ?? '') ?? ''}`
      : serializeOuter(element).replaceAll(this.picturesBase, '');
    return { key: this.keyOf(`<${seen}`), text: wordsOf(element), path, whole: element };
  }

  private keyOf(seen: string): number {
    const known = this.keys.get(seen);
    if (known !== undefined) return known;
    this.keys.set(seen, this.keys.size);
    return this.keys.size - 1;
  }
}

/** Elements that hold blocks even if they have only text. */
const CONTAINERS = new Set(
  'ul ol dl table thead tbody tfoot tr blockquote figure section details div'.split(' '),
);

/** Returns the text of tokens, in which `10<sup>6</sup>` is `10^6`. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ text, path }, at) => {
      const shifted = path.find(({ tagName }) => tagName === 'sup' || tagName === 'sub');
      if (!shifted || tokens[at - 1]?.path.includes(shifted)) return text;
      return `${shifted.tagName === 'sup' ? '^' : '_'}${text}`;
    })
    .join('');

/** Returns the text of all blocks, for a search. */
export const wholeText = (blocks: readonly Block[]): string =>
  blocks.map(({ tokens, blocks: inner }) => (inner ? wholeText(inner) : textOf(tokens))).join('\n');

const isSpace = ({ text, whole }: Token): boolean => !whole && text.trim() === '';

/** Leaves out spaces at both ends, which readers do not see. */
function trimmed(tokens: readonly Token[]): readonly Token[] {
  const first = tokens.findIndex((token) => !isSpace(token));
  const last = tokens.findLastIndex((token) => !isSpace(token));
  return first === -1 ? [] : tokens.slice(first, last + 1);
}

/** Attributes that readers do not see: ids and helps for screen readers. */
const UNSEEN = new Set(['id', 'rel', 'aria-label', 'aria-describedby', 'tabindex']);
/** Classes that readers see: the kind of an alert, the alignment of a column, the language of code. */
const SEEN_CLASS = /^(?:alert|align-|hljs) ?/;

/** Returns what readers see of a start tag. A cell is aligned as the head of its column, so it says nothing itself. */
const seenOf = ({ tagName, attrs }: Tree.Element): string[] => [
  tagName,
  ...attrs.flatMap(({ name, value }) => {
    if (name === 'class') return tagName !== 'td' && SEEN_CLASS.test(value) ? value : [];
    if (UNSEEN.has(name)) return [];
    return value === '' ? name : `${name}=${value}`;
  }),
];

const tagOf = (element: Tree.Element): string => seenOf(element).join(' ');

/** Returns what readers see of one start tag, but not of another one, such as `start=5`. */
export function onlyIn(one: Tree.Element, other: Tree.Element): string {
  const others = new Set(seenOf(other));
  return seenOf(one)
    .filter((part) => !others.has(part))
    .join(' ');
}

/** A span shows something only by its language or direction; the spans of code only colour it. */
const isSeen = ({ tagName, attrs }: Tree.Element): boolean =>
  tagName !== 'span' || attrs.some(({ name }) => name === 'lang' || name === 'dir');

/** Returns the link between a text and a footnote that an element is, or that a raised number has. */
const footnoteLink = (element: Tree.Element): Tree.Element | undefined => {
  const link = element.tagName === 'sup' ? element.childNodes[0] : element;
  const isLink =
    link !== undefined &&
    isElement(link) &&
    link.attrs.some(({ name }) => name === 'data-footnote-ref' || name === 'data-footnote-backref');
  return isLink ? link : undefined;
};

/** Returns the texts of the footnotes, by the addresses of their marks. */
function footnotesIn(nodes: readonly Tree.ChildNode[]): Map<string, string> {
  const lists = nodes.filter(
    (node) => isElement(node) && attributeOf(node, 'data-footnotes') !== undefined,
  );
  const items = lists.flatMap((list) => (list as Tree.Element).childNodes.filter(isElement));
  return new Map(
    items
      .flatMap((list) => list.childNodes.filter(isElement))
      .map((item) => [`#${attributeOf(item, 'id')}`, item.childNodes.map(wordsIn).join('')]),
  );
}

/** Identifies footnotes by their texts; those whose text is new by the texts that are gone, in their order. */
function identified(
  now: ReadonlyMap<string, string>,
  old: ReadonlyMap<string, string>,
): Map<string, string> {
  const [olds, nows] = [new Set(old.values()), new Set(now.values())];
  const gone = [...olds].filter((text) => !nows.has(text));
  return new Map(
    Array.from(now, ([mark, text]) => [mark, olds.has(text) ? text : (gone.shift() ?? text)]),
  );
}

/** Returns words for an element without parts, so that a list can name it: `[1]` for the mark of a footnote. */
function wordsOf(element: Tree.Element): string {
  const words = wordsIn(element) || `<${element.tagName}>`;
  const link = footnoteLink(element);
  if (link === undefined) return words;
  return link === element ? '↩' : `[${words}]`;
}

/** Returns the description of a picture, or the text of any other element. */
function wordsIn(node: Tree.ChildNode): string {
  if ('value' in node) return node.value;
  if (!isElement(node)) return '';
  if (node.tagName === 'br') return '\n';
  if (node.tagName === 'input') return attributeOf(node, 'checked') === undefined ? '☐' : '☑';
  if (node.tagName === 'img') return `🖼 ${attributeOf(node, 'alt') ?? ''}`;
  return node.childNodes.map(wordsIn).join('');
}
