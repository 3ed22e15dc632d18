import {
  ATTRIBUTES,
  endsParagraph,
  isHeading,
  PARENTS,
  REPLACED,
  separatesWords,
  WITH_END,
  WITHOUT_END,
  WITHOUT_TEXT,
} from './html-tags.js';

/** An open tag: the name that the author wrote, the element on the page, and the HTML that ends this element. */
export interface OpenTag {
  readonly name: string;
  readonly tag: string;
  readonly end: string;
}

/** Maximum number of open tags in one container. No text needs more open tags. Browsers nest at most 512 elements. */
const MAX_OPEN = 50;

const SCROLLED_TABLE =
  '<div class="table-scroll" role="region" tabindex="0" aria-label="Table"><table';

/** The attributes of a tag by name, in lower case. The values are HTML, without quotation marks. */
export type Attributes = ReadonlyMap<string, string>;

function kept(name: string, attributes: Attributes): string {
  let html = '';
  for (const [attribute, value] of attributes) {
    if (/^(?:lang|dir)$/.test(attribute) || ATTRIBUTES.get(name)?.has(attribute)) {
      const quoted = value.replaceAll('"', '&quot;').replaceAll('<', '&lt;');
      html += attribute === 'open' ? ' open' : ` ${attribute}="${quoted}"`;
    }
  }
  const side =
    /^t[hd]$/.test(name) && /^(?:left|center|right)$/i.exec(attributes.get('align') ?? '');
  return side ? `${html} class="align-${side[0].toLowerCase()}"` : html;
}

/**
 * The open tags of one container (document, quotation, list item or other block), outermost first. Elements are opened
 * and closed as browsers do it, so that all tags of the result come in pairs.
 */
export class OpenTags {
  private readonly open: OpenTag[] = [];
  /** The title of a recording whose source is the next `<source>`; absent if none is open. */
  awaitsSource: string | undefined;

  /** @param onlyLine whether the container can contain only elements within a line */
  constructor(private readonly onlyLine = false) {}

  get isFull(): boolean {
    return this.open.length >= MAX_OPEN;
  }

  /** Closes all elements, innermost first. */
  closeAll(): OpenTag[] {
    return this.closeFrom(0);
  }

  /** Closes the innermost element of this name, and all elements inside it. A name that is not open closes nothing. */
  close(name: string): OpenTag[] {
    const matches = isHeading(name) ? isHeading : (other: string) => other === name;
    return this.closeFrom(this.open.findLastIndex((each) => matches(each.name)));
  }

  /** Closes the innermost open heading. */
  closeHeading(): OpenTag[] {
    return this.close('h1');
  }

  /** Closes the elements that end where an element of this name begins: `<li>` ends the item before it. */
  closeBefore(name: string): OpenTag[] {
    const parents = PARENTS.get(name);
    if (parents) {
      const parent = this.parentAmong(parents);
      return parent === -1 ? [] : this.closeFrom(parent + 1);
    }
    if (!endsParagraph(name) && name !== 'a') return [];
    const ended = name === 'a' ? 'a' : 'p';
    const place = this.open.findLastIndex((each) => each.name === ended);
    const isInLine = this.open.slice(place + 1).every((each) => !separatesWords(each.name));
    return place === -1 || !(isInLine || name === 'a') ? [] : this.closeFrom(place);
  }

  /**
   * Opens an element and returns its start tag; '' if the element is not kept here.
   * @param name in lower case
   */
  start(name: string, attributes: Attributes): string {
    const tag = this.tagFor(name);
    if (tag === undefined) return '';
    if (WITHOUT_END.has(tag)) return `<${tag}${kept(tag, attributes)}>`;
    if (this.isFull) return '';
    this.open.push({ name, tag, end: tag === 'table' ? '</table></div>' : `</${tag}>` });
    if (tag === 'pre') return `<pre tabindex="0"${kept(tag, attributes)}>`;
    return `${tag === 'table' ? SCROLLED_TABLE : `<${tag}`}${kept(tag, attributes)}>`;
  }

  /** Notes that a link is open. Its tags are not HTML, but tokens. */
  startLink(): void {
    this.open.push({ name: 'a', tag: 'a', end: '' });
  }

  /** Opens a cell if a text would come directly into a table or row; returns the start tags. */
  startCell(): string {
    const { tag = '' } = this.open.at(-1) ?? {};
    if (!WITHOUT_TEXT.has(tag)) return '';
    const opened = tag === 'tr' ? ['td'] : ['tr', 'td'];
    for (const name of opened) this.open.push({ name, tag: name, end: `</${name}>` });
    return opened.map((name) => `<${name}>`).join('');
  }

  private tagFor(name: string): string | undefined {
    if (this.onlyLine && separatesWords(name) && name !== 'br') return undefined;
    const tag = REPLACED.get(name) ?? name;
    if (!WITH_END.has(tag)) return WITHOUT_END.has(tag) ? tag : undefined;
    const parents = PARENTS.get(tag);
    const isMisplaced = parents && !parents.has(this.open.at(-1)?.tag ?? '');
    return isMisplaced && tag !== 'dt' && tag !== 'dd' ? 'div' : tag;
  }

  /** Finds the parent of a new element; -1 if it has none. A list around the cell of the element is not its parent. */
  private parentAmong(parents: ReadonlySet<string>): number {
    const place = this.open.findLastIndex(
      ({ tag }) => parents.has(tag) || (!parents.has('table') && /^t[dh]$/.test(tag)),
    );
    return parents.has(this.open[place]?.tag ?? '') ? place : -1;
  }

  private closeFrom(place: number): OpenTag[] {
    return place === -1 ? [] : this.open.splice(place).toReversed();
  }
}
