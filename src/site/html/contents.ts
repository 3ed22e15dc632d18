import type { PageHeading } from '../released-page.entity.js';
import { type Html, html } from './html.js';

/** A text with fewer headings is short enough to be seen without a table of contents. */
const FEWEST = 4;
/** Levels below the highest heading that are listed: more would be a second text. */
const LEVELS = 3;

/** The table of contents of a long text, or nothing. */
export function contents(headings: readonly PageHeading[]): Html | undefined {
  if (headings.length < FEWEST) return undefined;
  const highest = Math.min(...headings.map(({ depth }) => depth));
  const listed = headings.filter(({ depth }) => depth < highest + LEVELS);
  return html`<nav class="contents" aria-label="Contents">
    <details open>
      <summary lang="en">Contents</summary>
      <ol>
        ${listed.map(
          ({ depth, id, text }) =>
            html`<li class="level-${depth - highest + 1}"><a href="#${id}">${text}</a></li>`,
        )}
      </ol>
    </details>
  </nav>`;
}
