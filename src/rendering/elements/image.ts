import type { ElementContent } from 'hast';
import type { Image, ImageReference } from 'mdast';
import { defaultHandlers, type State } from 'mdast-util-to-hast';
import { readAddress } from '../address.js';

/** Schemes that a picture on another site may have; on the site itself it needs none. */
export const IMAGE_SCHEMES = ['https'];

const ALLOWED = new Set(IMAGE_SCHEMES.map((scheme) => `${scheme}:`));

/** A picture whose address is not allowed leaves its alternative text behind. */
function checked(element: ElementContent): ElementContent {
  if (element.type !== 'element') return element;
  const { src, alt, title } = element.properties;
  const address = readAddress(String(src));
  if (!address || (address.scheme !== null && !ALLOWED.has(address.scheme))) {
    return { type: 'text', value: typeof alt === 'string' ? alt : '' };
  }
  element.properties = {
    src: address.href,
    alt: alt ?? '',
    ...(title != null && { title }),
    loading: 'lazy',
    decoding: 'async',
  };
  return element;
}

/** `![text](address)` */
export function image(state: State, node: Image): ElementContent {
  return checked(defaultHandlers.image(state, node));
}

/** `![text][label]`; without a definition for its label it is text. */
export function imageReference(
  state: State,
  node: ImageReference,
): ElementContent | ElementContent[] {
  const result = defaultHandlers.imageReference(state, node);
  return Array.isArray(result) ? result : checked(result);
}
