import { html } from '../site/html/html.js';
import { deskLayout } from './desk-layout.js';
import type { DeskError } from './desk.errors.js';

/** Page that says what happened and what to do (contract 13). */
export const messagePage = (siteName: string, { title, message, link }: DeskError): string =>
  deskLayout(
    siteName,
    title,
    html`<div class="message">
      <h1>${title}</h1>
      <p>${message}</p>
      <p><a href="${link.href}">${link.text}</a></p>
    </div>`,
  );
