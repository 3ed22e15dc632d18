import type { Nodes } from 'hast';
import { plainText } from './plain-text.js';
import type { Heading } from './rendered-document.js';

function collect(node: Nodes, found: Heading[]): void {
  if (!('children' in node)) return;
  const level = node.type === 'element' ? /^h([2-6])$/.exec(node.tagName)?.[1] : undefined;
  if (node.type !== 'element' || level === undefined) {
    for (const child of node.children) collect(child, found);
    return;
  }
  const text = plainText(...node.children);
  if (text !== '' && node.properties['id'] !== 'footnote-label') {
    found.push({ depth: Number(level), id: String(node.properties['id']), text });
  }
}

/** The headings of a rendered page in its order, without those that have no words. */
export function headingsOf(page: Nodes): Heading[] {
  const found: Heading[] = [];
  collect(page, found);
  return found;
}
