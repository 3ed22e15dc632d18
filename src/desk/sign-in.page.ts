import { html } from '../site/html/html.js';
import { deskLayout, type DeskText } from './desk-layout.js';

/**
 * Makes the page that asks a person for the sign-in key (contract 13). `next` is the id of the document to open after
 * sign-in, or empty.
 */
export const signInPage = (
  siteName: string,
  { words, language }: DeskText,
  { next, message }: { readonly next: string; readonly message: string | undefined },
): string =>
  deskLayout(
    siteName,
    words.signInTitle,
    html`<div class="desk">
      <h1>${words.signInTitle}</h1>
      ${message !== undefined && html`<p class="said" role="alert">${message}</p>`}
      <p>${words.signInIntro}</p>
      <form class="decide" method="post" action="/desk/sign-in">
        <input type="hidden" name="next" value="${next}" />
        <p>
          <label for="key">${words.signInKey}</label>
          <input
            id="key"
            type="password"
            name="key"
            autocomplete="current-password"
            required
            dir="ltr"
            aria-describedby="key-hint"
          />
          <span class="hint" id="key-hint">${words.signInHint}</span>
        </p>
        <p><button type="submit" class="primary">${words.signIn}</button></p>
      </form>
    </div>`,
    language,
  );
