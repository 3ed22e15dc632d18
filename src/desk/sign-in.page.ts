import { html } from '../site/html/html.js';
import { deskLayout } from './desk-layout.js';

/**
 * Makes the page that asks a person for the sign-in key (contract 13). `next` is the id of the document to open after
 * sign-in, or empty.
 */
export const signInPage = (
  siteName: string,
  { next, message }: { readonly next: string; readonly message?: string },
): string =>
  deskLayout(
    siteName,
    'Sign in at the desk',
    html`<div class="desk">
      <h1>Sign in at the desk</h1>
      ${message !== undefined && html`<p class="said" role="alert">${message}</p>`}
      <p>The desk is where a person decides what readers see.</p>
      <form class="decide" method="post" action="/desk/sign-in">
        <input type="hidden" name="next" value="${next}" />
        <p>
          <label for="key">Your sign-in key</label>
          <input
            id="key"
            type="password"
            name="key"
            autocomplete="current-password"
            required
            aria-describedby="key-hint"
          />
          <span class="hint" id="key-hint"
            >It begins with imp_person_. The operator of this service gives it to you, and it
            carries your name, which readers see next to what you release.</span
          >
        </p>
        <p><button type="submit">Sign in</button></p>
      </form>
    </div>`,
  );
