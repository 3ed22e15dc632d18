import type { Element, ElementContent } from 'hast';
import type { Link, LinkReference } from 'mdast';
import { defaultHandlers, type State } from 'mdast-util-to-hast';
import { readAddress } from '../address.js';
import { HEADING_ID_PREFIX } from './heading.js';

/** Schemes that a link may have (CONTRACT 9). */
export const LINK_SCHEMES = ['http', 'https', 'mailto'];
/** What every link that an author wrote says of itself, wherever it leads (CONTRACT 9). */
export const LINK_REL = ['nofollow', 'ugc', 'noopener'];

const ALLOWED = new Set(LINK_SCHEMES.map((scheme) => `${scheme}:`));

/** To a heading: the prefix of its id comes in, and capitals go, since no such id has any. */
function inDocument(href: string): string {
  return /^#./.test(href) ? `#${HEADING_ID_PREFIX}${href.slice(1).toLowerCase()}` : href;
}

/** A link whose address is not allowed leaves its words behind. */
function checked(element: Element): Element | ElementContent[] {
  const address = readAddress(String(element.properties['href']));
  if (!address) return element.children;
  const { href, scheme } = address;
  if (scheme !== null && !ALLOWED.has(scheme)) return element.children;
  element.properties = {
    ...element.properties,
    href: scheme === null ? inDocument(href) : href,
    rel: [...LINK_REL],
  };
  return element;
}

/** `[text](address)`, `<address>` and bare addresses. */
export function link(state: State, node: Link): Element | ElementContent[] {
  return checked(defaultHandlers.link(state, node));
}

/** `[text][label]`; without a definition for its label it is text. */
export function linkReference(
  state: State,
  node: LinkReference,
): ElementContent | ElementContent[] {
  const result = defaultHandlers.linkReference(state, node);
  return !Array.isArray(result) && result.type === 'element' ? checked(result) : result;
}
