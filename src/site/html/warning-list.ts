import type { WarningDto } from '../../warnings/warning.dto.js';
import type { DeskLanguage } from './desk-words.js';
import { type Html, html } from './html.js';
import { directionOf } from './locales.js';
import { visibleText } from './visible-text.js';

/**
 * Lists warnings about a revision, each with a link to its section on the same page (contract 16); `undefined` if there
 * are none.
 * @param warnings `null`: the revision is not looked at yet
 * @param sentence says what a warning is about
 */
export function warningList(
  warnings: readonly WarningDto[] | null,
  { words, language }: DeskLanguage,
  sentence: (warning: WarningDto) => string,
): Html | undefined {
  const attributes = html`class="preview" lang="${language}" dir="${directionOf(language)}"`;
  if (warnings === null) return html`<p ${attributes}>${words.warningsLater}</p>`;
  if (warnings.length === 0) return undefined;
  return html`<section ${attributes} aria-label="${words.warnings}">
    <p><strong>${words.warnings}: ${warnings.length}</strong></p>
    <ul>
      ${warnings.map((warning) => {
        const { severity, section, excerpt } = warning;
        return html`<li>
          ${severity === 'error' && html`<strong>${words.warningError}:</strong>`}
          ${sentence(warning)} ${excerpt !== '' && html`<q><bdi>${visibleText(excerpt)}</bdi></q>`}
          ${section !== null && html`<a href="#${section}">${words.toSection}</a>`}
        </li>`;
      })}
    </ul>
  </section>`;
}
