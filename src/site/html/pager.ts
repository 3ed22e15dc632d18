import type { Frame } from './frame.js';
import { type Html, html } from './html.js';

/** The addresses of the previous and the next page; `undefined` if there is no such page. */
export interface PagesBeside {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Links to the previous and the next page; `undefined` if neither exists. */
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
