import { type Html, html } from '../site/html/html.js';
import { isWarningCode } from '../warnings/warning-codes.js';
import { deskLayout, type DeskText } from './desk-layout.js';

/** The errors that `checks_failed` names; `null`: the version could not be looked at. */
export type CheckErrors = readonly { readonly code: string; readonly excerpt?: string }[] | null;

/** Name of the field with which an approver says once more that a version is to be released. */
export const DESPITE = 'despite';

/** Asks once more whether to release a version with errors: the form that was sent, with one more button (contract 16). */
export const checksPage = (
  siteName: string,
  href: string,
  form: URLSearchParams,
  errors: CheckErrors,
  text: DeskText,
): string => {
  const { words, language } = text;
  const title = errors === null ? words.checksUnknown : words.checksTitle;
  return deskLayout(
    siteName,
    title,
    html`<div class="message">
      <h1>${title}</h1>
      <p>${words.checksStrict}</p>
      ${
        errors !== null &&
        html`<ul>
          ${errors.map((error) => item(error, text))}
        </ul>`
      }
      <p><a href="${href}">${words.checksBack}</a></p>
      <form method="post" action="${href}/release">
        ${[...form]
          .filter(([name]) => name !== DESPITE)
          .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <input type="hidden" name="${DESPITE}" value="1" />
        <button type="submit" class="secondary">${words.checksDespite}</button>
      </form>
    </div>`,
    language,
  );
};

const item = (
  { code, excerpt = '' }: NonNullable<CheckErrors>[number],
  { words }: DeskText,
): Html =>
  html`<li>
    ${isWarningCode(code) ? words[code] : code}
    ${excerpt !== '' && html`<q><bdi>${excerpt}</bdi></q>`}
  </li>`;
