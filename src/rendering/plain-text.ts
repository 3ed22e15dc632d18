import type { Element, Nodes } from 'hast';

const INLINE = new Set('a br code del em img input span strong sup'.split(' '));

/** Markdown never holds it: the parser replaces it. */
const LINE_END = '\0';

/** The marks that lead from text to footnote and back, and the heading that only screen readers meet. */
function isFootnoteMark({ properties }: Element): boolean {
  const { dataFootnoteRef, dataFootnoteBackref, id } = properties;
  return dataFootnoteRef != null || dataFootnoteBackref != null || id === 'footnote-label';
}

function collectElement(element: Element, parts: string[]): void {
  const { tagName, properties, children } = element;
  if (isFootnoteMark(element)) return;
  if (tagName === 'br') parts.push(' ');
  if (tagName === 'img' && typeof properties['alt'] === 'string') parts.push(properties['alt']);
  const edge = INLINE.has(tagName) ? '' : LINE_END;
  parts.push(edge);
  for (const child of children) collect(child, parts);
  parts.push(edge);
}

function collect(node: Nodes, parts: string[]): void {
  if (node.type === 'text') parts.push(node.value);
  else if (node.type === 'element') collectElement(node, parts);
  else if (node.type === 'root') for (const child of node.children) collect(child, parts);
}

/**
 * The words of a piece of a page: a line a block, white space collapsed, pictures by their
 * alternative text.
 */
export function plainText(...nodes: readonly Nodes[]): string {
  const parts: string[] = [];
  for (const node of nodes) collect(node, parts);
  return parts
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ?\0[ \0]*/g, '\n')
    .trim();
}
