import { html, type Html } from '../site/html/html.js';
import { visibleText } from '../site/html/visible-text.js';
import type { WarningDto } from '../warnings/warning.dto.js';
import type { WarningCode } from '../warnings/warning-codes.js';
import type { DeskText } from './desk-layout.js';

/** What each warning says to a person, by its code. */
const SENTENCES: { readonly [Code in WarningCode]: keyof DeskText['words'] & `warn${string}` } = {
  leaked_reasoning: 'warnLeakedReasoning',
  whole_text_in_fence: 'warnWholeTextInFence',
  citation_leftover: 'warnCitationLeftover',
  hidden_text: 'warnHiddenText',
  placeholder: 'warnPlaceholder',
  chat_frame: 'warnChatFrame',
  front_matter_in_content: 'warnFrontMatterInContent',
  inline_picture: 'warnInlinePicture',
  tracking_in_link: 'warnTrackingInLink',
  dead_link: 'warnDeadLink',
  heading_skips: 'warnHeadingSkips',
  title_twice: 'warnTitleTwice',
  no_sources: 'warnNoSources',
  broken_table: 'warnBrokenTable',
  unclosed_fence: 'warnUnclosedFence',
};

/** Says what a warning is about, in the language of the desk. */
export const warningSentence = (code: WarningCode, { words }: DeskText): string =>
  words[SENTENCES[code]];

/**
 * Lists the warnings about a revision in the language of the desk, each with a link to its section (contract 16). Empty
 * if there are none; `null`: it is not looked at yet.
 */
export function deskWarnings(
  warnings: readonly WarningDto[] | null,
  text: DeskText,
): Html | undefined {
  const { words } = text;
  if (warnings === null) return html`<p class="preview">${words.warningsLater}</p>`;
  if (warnings.length === 0) return undefined;
  return html`<section class="preview" aria-label="${words.warnings}">
    <p><strong>${words.warnings}: ${warnings.length}</strong></p>
    <ul>
      ${warnings.map(
        ({ code, severity, section, excerpt }) =>
          html`<li>
            ${severity === 'error' && html`<strong>${words.warningError}:</strong>`}
            ${warningSentence(code, text)}
            ${excerpt !== '' && html`<q><bdi>${visibleText(excerpt)}</bdi></q>`}
            ${section !== null && html`<a href="#${section}">${words.toSection}</a>`}
          </li>`,
      )}
    </ul>
  </section>`;
}
