import type { Frame } from './frame.js';
import { type Html, html } from './html.js';

/** The addresses of the neighbouring pages of a list; `undefined`: none. */
export interface PagesBeside {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Links to the pages before and after this one; `undefined` if there are none. */
export function pager(
  { previous, next }: PagesBeside,
  label: string,
  { words, attributes }: Frame,
): Html | undefined {
  if (previous === undefined && next === undefined) return undefined;
  return html`<nav class="pages" ${attributes} aria-label="${label}">
    ${previous !== undefined && html`<a rel="prev" href="${previous}">${words.previousPage}</a>`}
    ${next !== undefined && html`<a rel="next" href="${next}">${words.nextPage}</a>`}
  </nav>`;
}
