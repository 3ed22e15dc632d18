import type { Element, ElementContent } from 'hast';
import type { Table } from 'mdast';
import { defaultHandlers, type State } from 'mdast-util-to-hast';
import { plainText } from '../plain-text.js';

const TITLES_IN_LABEL = 8;

/** Its column titles name a table, in the language of the document. */
function label(element: Element): string {
  const head = element.children.find((part) => part.type === 'element' && part.tagName === 'thead');
  const titles = head ? plainText(head).split('\n', TITLES_IN_LABEL) : [];
  return titles.join(', ') || 'Table';
}

/** HTML has given up `align`; the column's says the same by a class. */
function align(node: ElementContent): void {
  if (node.type !== 'element') return;
  const { align: side, ...rest } = node.properties;
  if (side != null) node.properties = { ...rest, className: [`align-${side}`] };
  node.children.forEach(align);
}

/** A table in a box of its own that scrolls on a narrow screen and can be scrolled by keyboard. */
export function table(state: State, node: Table): Element {
  const element = defaultHandlers.table(state, node);
  for (const part of element.children) align(part);
  return {
    type: 'element',
    tagName: 'div',
    properties: {
      className: ['table-scroll'],
      role: 'region',
      ariaLabel: label(element),
      tabIndex: 0,
    },
    children: [element],
  };
}
