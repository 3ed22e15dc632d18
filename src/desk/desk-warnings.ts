import { html, type Html } from '../site/html/html.js';
import { visibleText } from '../site/html/visible-text.js';
import type { WarningDto } from '../warnings/warning.dto.js';
import type { DeskText } from './desk-layout.js';

/**
 * Lists the warnings about a revision in the language of the desk, each with a link to its section (contract 16). Empty
 * if there are none; `null`: it is not looked at yet.
 */
export function deskWarnings(
  warnings: readonly WarningDto[] | null,
  { words }: DeskText,
): Html | undefined {
  if (warnings === null) return html`<p class="preview">${words.warningsLater}</p>`;
  if (warnings.length === 0) return undefined;
  return html`<section class="preview" aria-label="${words.warnings}">
    <p><strong>${words.warnings}: ${warnings.length}</strong></p>
    <ul>
      ${warnings.map(
        ({ code, severity, section, excerpt }) =>
          html`<li>
            ${severity === 'error' && html`<strong>${words.warningError}:</strong>`} ${words[code]}
            ${excerpt !== '' && html`<q><bdi>${visibleText(excerpt)}</bdi></q>`}
            ${section !== null && html`<a href="#${section}">${words.toSection}</a>`}
          </li>`,
      )}
    </ul>
  </section>`;
}
