import type { ElementContent } from 'hast';
import type { Html, Parents } from 'mdast';
import type { State } from 'mdast-util-to-hast';

const BLOCK_PARENTS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

/**
 * HTML in Markdown is never parsed. It shows as the text that it is, because dropping a block would
 * silently drop the sentences inside it. Two things are exempt: a comment, which nobody means to be
 * read, and `<br>`, the only way to break a line in a table cell.
 */
export function rawHtml(
  _: State,
  { value }: Html,
  parent: Parents | undefined,
): ElementContent | undefined {
  if (value.startsWith('<!--') && value.indexOf('-->') === value.length - 3) return undefined;
  if (/^<br ?\/?>$/i.test(value)) {
    return { type: 'element', tagName: 'br', properties: {}, children: [] };
  }
  if (!parent || !BLOCK_PARENTS.has(parent.type)) return { type: 'text', value };
  return {
    type: 'element',
    tagName: 'pre',
    properties: { tabIndex: 0 },
    children: [
      {
        type: 'element',
        tagName: 'code',
        properties: {},
        children: [{ type: 'text', value: `${value}\n` }],
      },
    ],
  };
}
