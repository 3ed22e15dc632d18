import type { Nodes } from 'hast';

const INLINE = new Set(['a', 'code', 'del', 'em', 'img', 'input', 'span', 'strong', 'sup']);

/** The marks that lead from text to footnote and back, and the heading that only screen readers meet. */
function isFootnoteMark(node: Nodes): boolean {
  if (node.type !== 'element') return false;
  const { dataFootnoteRef, dataFootnoteBackref, id } = node.properties;
  return dataFootnoteRef != null || dataFootnoteBackref != null || id === 'footnote-label';
}

function collect(node: Nodes, parts: string[]): void {
  if (node.type === 'text') parts.push(node.value);
  if (!('children' in node) || isFootnoteMark(node)) return;
  const block = node.type === 'element' && !INLINE.has(node.tagName);
  if (block) parts.push('\0');
  if (node.type === 'element' && node.tagName === 'img') parts.push(String(node.properties['alt']));
  for (const child of node.children) collect(child, parts);
  if (block) parts.push('\0');
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
