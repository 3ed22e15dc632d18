import type { Element } from 'hast';
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

/** A table in a box of its own that scrolls on a narrow screen and can be scrolled by keyboard. */
export function table(state: State, node: Table): Element {
  const element = defaultHandlers.table(state, node);
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
