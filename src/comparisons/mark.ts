import { defaultTreeAdapter, type DefaultTreeAdapterTypes as Tree, html as markup } from 'parse5';
import { Html, html } from '../site/html/html.js';
import { visibleText } from '../site/html/visible-text.js';
import { aligned, type ComparisonWork, type Kind, type Pair } from './align.js';
import { attributeOf, type Block, nameOf, onlyIn, textOf, type Token } from './blocks.js';
import { type Place, type Places, shortened } from './places.js';
import { stretchesOf } from './stretches.js';
import { startTag, written } from './write.js';

/** The texts of a marked article that no author wrote. */
export interface MarkTexts {
  readonly removed: string;
  readonly added: string;
  readonly nextPlace: string;
  readonly unchangedLines: (count: number) => Html;
}

/** Fewer unchanged lines than this are not folded. */
const MIN_FOLDED = 3;
const HEADING = /^h[2-6]$/;
/** Around words that stand in no text: what differs between two start tags. */
const LABEL = defaultTreeAdapter.createElement('span', markup.NS.HTML, [
  { name: 'class', value: 'kind' },
]);

const label = (text: string): Token[] => (text === '' ? [] : [{ key: 0, text, path: [LABEL] }]);

/** Writes an article with its insertions and deletions marked, and collects the places. */
export class Marker {
  /** Marks of start tags that no line shows yet. */
  private marksOfTags = '';

  constructor(
    readonly places: Places,
    private readonly texts: MarkTexts,
    private readonly work: ComparisonWork,
  ) {}

  /** @param old blocks of the old article; `null`: nothing is compared, and nothing is marked or folded */
  article(old: readonly Block[] | null, now: readonly Block[]): string {
    if (old === null) return now.map((block) => this.block(block, 'kept')).join('');
    const article = this.blocks(aligned(old, now, this.work), true) + this.takeTags();
    this.places.findMoved();
    return article;
  }

  /** Marks a text of one line or several, such as a title. */
  text(old: readonly Token[], now: readonly Token[], where: string): Html {
    this.places.where = where;
    const marked = this.tokens(old, now);
    this.places.where = '';
    return new Html(marked);
  }

  /** Marks a whole value as removed or added, such as a tag. */
  item(tokens: readonly Token[], kind: 'removed' | 'added', where: string): Html {
    this.places.where = where;
    const marked =
      kind === 'added' ? this.change([], tokens, '', '') : this.change(tokens, [], '', '');
    this.places.where = '';
    return new Html(marked);
  }

  private blocks(pairs: readonly Pair[], isTop: boolean): string {
    const parts: string[] = [];
    for (let at = 0; at < pairs.length;) {
      const { old, now } = pairs[at]!;
      const kind = kindOf(pairs[at]!);
      const end = kind === undefined ? at + 1 : endOf(pairs, at, kind);
      const run = pairs.slice(at, end).map((pair) => pair.now ?? pair.old);
      if (kind === 'kept') {
        parts.push(isTop ? this.unchanged(run, at === 0, end === pairs.length) : this.kept(run));
      } else parts.push(kind === undefined ? this.both(old!, now!) : this.wholes(run, kind));
      at = end;
    }
    return parts.join('');
  }

  private kept(blocks: readonly Block[]): string {
    return blocks.map((block) => this.block(block, 'kept')).join('');
  }

  /** Folds unchanged blocks, except those next to a change, and the heading of the section of the next change. */
  private unchanged(blocks: readonly Block[], isFirst: boolean, isLast: boolean): string {
    const from = isFirst ? 0 : 1;
    const to = Math.max(blocks.length - (isLast ? 0 : 1), from);
    const isHeading = (block: Block, at: number): boolean =>
      at >= from && at < to && HEADING.test(nameOf(block));
    const heading = isLast ? -1 : blocks.findLastIndex(isHeading);
    const [end, start] = heading === -1 ? [to, to] : [heading, heading + 1];
    return [
      this.kept(blocks.slice(0, from)),
      this.folded(blocks.slice(from, end)),
      this.kept(blocks.slice(end, start)),
      this.folded(blocks.slice(start, to)),
      this.kept(blocks.slice(to)),
    ].join('');
  }

  private folded(blocks: readonly Block[]): string {
    const lines = blocks.reduce((sum, block) => sum + block.lines, 0);
    const inside = this.kept(blocks);
    if (lines < MIN_FOLDED) return inside;
    const summary = this.texts.unchangedLines(lines).text;
    return `<details class="unchanged"><summary>${summary}</summary>${inside}</details>`;
  }

  private both(old: Block, now: Block): string {
    const element = now.element;
    if (old.element && element) this.tags(old.element, element);
    if (!old.blocks && !now.blocks) {
      this.enter(now);
      const inside = this.takeTags() + this.tokens(old.tokens, now.tokens);
      return element ? `${startTag(element, 'kept', false)}${inside}</${element.tagName}>` : inside;
    }
    const inside = this.blocks(aligned(partsOf(old), partsOf(now), this.work), false);
    return `${startTag(element!, 'kept', true)}${inside}</${element!.tagName}>`;
  }

  /** Marks that readers see another start tag, such as the first number of a list. Its first line shows the mark. */
  private tags(old: Tree.Element, now: Tree.Element): void {
    const [left, right] = [onlyIn(old, now), onlyIn(now, old)];
    if (left === right) return;
    const number = this.places.add({ kind: 'style', before: '', after: '', left, right });
    this.marksOfTags += this.bothMarked(label(left), label(right), number, false);
  }

  private takeTags(): string {
    const marks = this.marksOfTags;
    this.marksOfTags = '';
    return marks;
  }

  /** Writes blocks that were removed or added as wholes; together they are one place. */
  private wholes(blocks: readonly Block[], kind: 'removed' | 'added'): string {
    const text = blocks.map((block) => block.text).join(' ');
    const number = this.places.addWhole(kind, text, blocks.map(({ key }) => key).join(' '));
    const isEmpty = text.trim() === '';
    let isMarked = false;
    const mark = (tokens: readonly Token[]): string => {
      if (isMarked || (tokens.length === 0 && !isEmpty)) return this.marked(tokens, kind, 0, false);
      isMarked = true;
      return this.marked(tokens, kind, number, false) + this.toNext(number);
    };
    return blocks.map((block) => this.block(block, kind, mark)).join('');
  }

  private block(
    block: Block,
    kind: Kind,
    mark: (tokens: readonly Token[]) => string = (tokens) => written(tokens, 'kept'),
  ): string {
    const { element, tokens, blocks } = block;
    if (kind !== 'removed') this.enter(block);
    const inside = blocks?.length
      ? blocks.map((part) => this.block(part, kind, mark)).join('')
      : this.takeTags() + mark(tokens);
    if (!element) return inside;
    return `${startTag(element, kind, blocks !== undefined)}${inside}</${element.tagName}>`;
  }

  private enter(block: Block): void {
    if (HEADING.test(nameOf(block))) this.places.where = shortened(block.text);
  }

  private tokens(old: readonly Token[], now: readonly Token[]): string {
    const stretches = stretchesOf(old, now, this.work);
    const parts: string[] = [];
    let before = '';
    for (let at = 0; at < stretches.length;) {
      const { kind, tokens } = stretches[at]!;
      if (kind === 'kept') {
        parts.push(written(tokens, 'kept'));
        before = textOf(tokens);
        at += 1;
        continue;
      }
      const from = at;
      while (at < stretches.length && stretches[at]!.kind !== 'kept') at += 1;
      const group = stretches.slice(from, at);
      const side = (of: Kind): Token[] =>
        group.flatMap((stretch) => (stretch.kind === of ? stretch.tokens : []));
      const after = at < stretches.length ? textOf(stretches[at]!.tokens) : '';
      parts.push(this.change(side('removed'), side('added'), before, after));
    }
    return parts.join('');
  }

  /** Writes a removed and an added text beside each other, as one place. */
  private change(
    removed: readonly Token[],
    added: readonly Token[],
    before: string,
    after: string,
  ): string {
    const [left, right] = [textOf(removed), textOf(added)];
    const [from, to] = [linksIn(removed), linksIn(added)];
    const isPicture = [...removed, ...added].some(({ whole }) => whole && isPictureElement(whole));
    const isSameText = left === right && !isPicture;
    const isLink = isSameText && from !== to;
    const number = this.places.add({
      kind: isPicture
        ? 'picture'
        : isLink
          ? 'link'
          : isSameText
            ? 'style'
            : kindOfChange(left, right),
      before,
      after,
      ...(isLink ? { left: from, right: to } : { left, right }),
      ...(from !== to && { weights: ['link'] }),
    });
    return this.bothMarked(removed, added, number, isPicture);
  }

  private bothMarked(
    removed: readonly Token[],
    added: readonly Token[],
    number: number,
    isPicture: boolean,
  ): string {
    return [
      removed.length > 0 ? this.marked(removed, 'removed', number, isPicture) : '',
      this.marked(added, 'added', removed.length > 0 ? 0 : number, isPicture),
      this.toNext(number),
    ].join('');
  }

  private marked(
    tokens: readonly Token[],
    kind: 'removed' | 'added',
    number: number,
    isPicture: boolean,
  ): string {
    if (tokens.length === 0 && number === 0) return '';
    const tag = kind === 'removed' ? 'del' : 'ins';
    const id = number > 0 ? ` id="place-${number}"` : '';
    const isHeavy = number > 0 && this.places.list[number - 1]!.weights.length > 0;
    const shown = isPicture ? tokens.filter(({ whole }) => whole).map(({ text }) => text) : [];
    const words = shown.map(
      (text) => html`<span class="picture-words" dir="auto">${visibleText(text)}</span>`.text,
    );
    return (
      `<${tag} class="${kind}${isHeavy ? ' heavy' : ''}"${id}>` +
      html`<span class="sr-only">[${this.texts[kind]}: </span>`.text +
      written(tokens, kind) +
      words.join('') +
      `<span class="sr-only">]</span></${tag}>`
    );
  }

  private toNext(number: number): string {
    const { nextPlace } = this.texts;
    return html`<a
      class="next-place"
      href="#place-${number + 1}"
      title="${nextPlace}"
      aria-label="${nextPlace}"
      >↓</a
    >`.text;
  }
}

/** `undefined` for a block that replaces another one. */
function kindOf({ old, now }: Pair): Kind | undefined {
  if (!old) return 'added';
  if (!now) return 'removed';
  return old.key === now.key ? 'kept' : undefined;
}

function endOf(pairs: readonly Pair[], at: number, kind: Kind): number {
  let end = at + 1;
  while (end < pairs.length && kindOf(pairs[end]!) === kind) end += 1;
  return end;
}

/** Returns the blocks inside a block; a block with tokens counts as one block without an element. */
const partsOf = (block: Block): readonly Block[] => block.blocks ?? [{ ...block, element: null }];

function kindOfChange(left: string, right: string): Place['kind'] {
  if (left === '') return 'added';
  return right === '' ? 'removed' : 'replaced';
}

const linksIn = (tokens: readonly Token[]): string => {
  const links = tokens.flatMap(({ path }) => path.filter(({ tagName }) => tagName === 'a'));
  return [...new Set(links.map((link) => attributeOf(link, 'href') ?? ''))].join(' ');
};

const isPictureElement = ({ tagName }: Tree.Element): boolean =>
  tagName === 'img' || tagName === 'picture';
