import type { Element, ElementContent } from 'hast';
import type { ListItem, Parents } from 'mdast';
import { defaultHandlers, type State } from 'mdast-util-to-hast';

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
  const item = defaultHandlers.listItem(state, node, parent);
  if (typeof node.checked !== 'boolean') return item;
  const box = checkbox(item.children);
  if (box) box.properties['ariaLabel'] = node.checked ? 'Completed task' : 'Incomplete task';
  return item;
}
