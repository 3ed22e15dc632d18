import { type DefaultTreeAdapterTypes as Tree, serializeOuter } from 'parse5';
import { html } from '../site/html/html.js';
import { visibleText } from '../site/html/visible-text.js';
import type { Kind } from './align.js';
import type { Token } from './blocks.js';

/**
 * Writes the start tag of a block. A block with text gets the direction of this text. Lists, tables and other containers
 * have the direction of the document: `dir="auto"` passes over parts that have a `dir`, so it would always be `ltr`.
 */
export function startTag(element: Tree.Element, kind: Kind, isContainer: boolean): string {
  const { tagName, attrs } = element;
  const shown = kind === 'removed' ? attrs.filter(({ name }) => name !== 'id') : attrs;
  const own = shown.map(({ name, value }) => html` ${name}="${value}"`.text).join('');
  const hasOwn = attrs.some(({ name }) => name === 'dir');
  const direction = hasOwn || isContainer || tagName === 'pre' ? '' : ' dir="auto"';
  return `<${tagName}${own}${direction}>`;
}

function inlineTag({ tagName, attrs }: Tree.Element, kind: Kind): string {
  const shown = attrs.filter(({ name }) => kind !== 'removed' || name !== 'id');
  return `<${tagName}${shown.map(({ name, value }) => html` ${name}="${value}"`.text).join('')}>`;
}

/** Writes tokens with the inline elements around them, and with hidden characters as named signs. */
export function written(tokens: readonly Token[], kind: Kind): string {
  const parts: string[] = [];
  let open: readonly Tree.Element[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') parts.push(visibleText(text).text);
    text = '';
  };
  const moveTo = (path: readonly Tree.Element[]): void => {
    let common = 0;
    while (common < open.length && open[common] === path[common]) common += 1;
    if (common < open.length || common < path.length) flush();
    for (const { tagName } of open.slice(common).toReversed()) parts.push(`</${tagName}>`);
    for (const element of path.slice(common)) parts.push(inlineTag(element, kind));
    open = path;
  };
  for (const token of tokens) {
    moveTo(token.path);
    if (!token.whole) {
      text += token.text;
      continue;
    }
    flush();
    const shown = serializeOuter(token.whole);
    parts.push(kind === 'removed' ? shown.replaceAll(/ id="[^"]*"/g, '') : shown);
  }
  moveTo([]);
  flush();
  return parts.join('');
}
