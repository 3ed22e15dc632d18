import GithubSlugger from 'github-slugger';
import type { Element } from 'hast';
import type { Heading } from 'mdast';
import type { State } from 'mdast-util-to-hast';
import { plainText } from '../plain-text.js';

/** Keeps ids of documents apart from names that the page or its scripts know (DOM clobbering). */
export const HEADING_ID_PREFIX = 's-';

/** One a document: it numbers headings of the same text. */
const sluggers = new WeakMap<State, GithubSlugger>();

function sluggerOf(state: State): GithubSlugger {
  const slugger = sluggers.get(state) ?? new GithubSlugger();
  sluggers.set(state, slugger);
  return slugger;
}

/** A heading one level down, since the title of the page is its `h1`, with an id made of its text. */
export function heading(state: State, node: Heading): Element {
  const children = state.all(node);
  const id = HEADING_ID_PREFIX + sluggerOf(state).slug(plainText(...children));
  return {
    type: 'element',
    tagName: `h${Math.min(node.depth + 1, 6)}`,
    properties: { id },
    children: [...children, anchor(id)],
  };
}

/**
 * The address of a section, to be copied by pointing at its heading. Empty, and nothing to those who
 * listen or use the keyboard, for whom it would say each heading twice.
 */
const anchor = (id: string): Element => ({
  type: 'element',
  tagName: 'a',
  properties: { className: ['anchor'], href: `#${id}`, ariaHidden: 'true', tabIndex: -1 },
  children: [],
});
