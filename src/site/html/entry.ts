import type { ListedPage } from '../listed-page.js';
import { hrefOf } from '../page-path.js';
import { isMachine } from './author-kind.js';
import { day } from './day.js';
import { directionOf } from './direction.js';
import { type Html, html } from './html.js';

/** A document in a list, in its own language. */
export function entry(page: ListedPage): Html {
  const { locale, title, description, authorName, authorKind, publishedAt } = page;
  return html`<li lang="${locale}" dir="${directionOf(locale)}">
    <h2><a href="${hrefOf(page)}">${title}</a></h2>
    ${description !== '' && html`<p>${description}</p>`}
    <p class="byline">
      ${day(publishedAt, locale)} <bdi>${authorName}</bdi>
      ${isMachine(authorKind) && html`<span class="machine" lang="en">Machine-written</span>`}
    </p>
  </li>`;
}
