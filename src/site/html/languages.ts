import { listHref } from '../list-path.js';
import type { ListSubject } from '../listed-page.js';
import { directionOf } from './direction.js';
import { type Html, html } from './html.js';
import { languageName } from './language-name.js';

/** The way from a list to the documents of each language, where there are several. */
export function languages(locales: readonly string[], subject: ListSubject): Html | undefined {
  if (subject.kind === 'tag' || locales.length < 2) return undefined;
  const current = subject.kind === 'locale' ? subject.locale : undefined;
  return html`<nav class="languages" lang="en" aria-label="Languages">
    <ul>
      ${locales.map((locale) => html`<li>${language(locale, locale === current)}</li>`)}
    </ul>
  </nav>`;
}

const language = (locale: string, isCurrent: boolean): Html =>
  html`<a
    href="${listHref({ kind: 'locale', locale })}"
    hreflang="${locale}"
    lang="${locale}"
    dir="${directionOf(locale)}"
    ${isCurrent && html`aria-current="page"`}
    >${languageName(locale)}</a
  >`;
