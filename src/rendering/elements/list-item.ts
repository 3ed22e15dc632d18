import type { Element, ElementContent } from 'hast';
import type { List, ListItem, Parents } from 'mdast';
import { defaultHandlers, type State } from 'mdast-util-to-hast';

/** Asked once a list: the default handler would look at all siblings again for each of 10,000 items. */
const looseness = new WeakMap<Parents, boolean>();
const LOOSE_LIST: List = { type: 'list', spread: true, children: [] };

function isLoose(list: Parents): boolean {
  const known = looseness.get(list);
  if (known !== undefined) return known;
  const loose =
    list.type === 'list' && (list.spread === true || list.children.some(({ spread }) => spread));
  looseness.set(list, loose);
  return loose;
}

/** The box stands first in a tight item, first in the first paragraph of a loose one. */
function checkbox(children: readonly ElementContent[]): Element | undefined {
  for (const child of children) {
    if (child.type !== 'element') continue;
    return child.tagName === 'p' ? checkbox(child.children) : child;
  }
  return undefined;
}

/** A list item; the box of a task gets a name that can be read aloud. */
export function listItem(state: State, node: ListItem, parent: Parents | undefined): Element {
  const list = parent && isLoose(parent) ? LOOSE_LIST : undefined;
  const item = defaultHandlers.listItem(state, node, list);
  if (typeof node.checked !== 'boolean') return item;
  const box = checkbox(item.children);
  if (box) box.properties['ariaLabel'] = node.checked ? 'Completed task' : 'Incomplete task';
  return item;
}
