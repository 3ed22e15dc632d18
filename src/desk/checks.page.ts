import { type Html, html } from '../site/html/html.js';
import { isWarningCode, WARNINGS } from '../warnings/warning-codes.js';
import { deskLayout } from './desk-layout.js';

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
): string =>
  deskLayout(
    siteName,
    'This version has errors',
    html`<div class="message">
      <h1>This version has errors</h1>
      <p>Nothing was released. The checks of this account are strict.</p>
      ${
        errors === null
          ? html`<p>The version could not be looked at for errors.</p>`
          : html`<ul>
              ${errors.map(item)}
            </ul>`
      }
      <p><a href="${href}">Back to the document</a>, to send it back with a note.</p>
      <form method="post" action="${href}/release">
        ${[...form]
          .filter(([name]) => name !== DESPITE)
          .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <input type="hidden" name="${DESPITE}" value="1" />
        <button type="submit" class="secondary">Release it all the same</button>
      </form>
    </div>`,
  );

const item = ({ code, excerpt = '' }: NonNullable<CheckErrors>[number]): Html =>
  html`<li>
    ${isWarningCode(code) ? WARNINGS[code].message : code}
    ${excerpt !== '' && html`<q><bdi>${excerpt}</bdi></q>`}
  </li>`;
