import type { ShownWarning } from '../../warnings/shown-warnings.js';
import { type Html, html } from './html.js';

/**
 * Lists warnings about a revision for people, each with a link to its section on the same page (contract 16). Empty if
 * there are none; `null`: it is not looked at yet.
 */
export const warningList = (warnings: readonly ShownWarning[] | null): Html =>
  warnings === null
    ? html`<p class="preview" lang="en" dir="ltr">
        Warnings: this version is not looked at yet. Reload the page in a moment.
      </p>`
    : warnings.length === 0
      ? html``
      : html`<section class="preview" aria-label="Warnings" lang="en" dir="ltr">
          <p>
            <strong>${warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}</strong>
          </p>
          <ul>
            ${warnings.map(item)}
          </ul>
        </section>`;

const item = ({ severity, message, section, excerpt, nextStep }: ShownWarning): Html =>
  html`<li>
    ${severity === 'error' && html`<strong>Error.</strong>`} ${message}
    ${excerpt !== '' && html`<q><bdi>${excerpt}</bdi></q>`}
    ${section !== null && html`<a href="#${section}">To the section.</a>`} ${nextStep}
  </li>`;
