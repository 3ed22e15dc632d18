import { html } from '../site/html/html.js';
import { deskLayout } from './desk-layout.js';

/**
 * Makes the page that asks a person for name and key (contract 13). `next` is the id of the document to open after
 * sign-in, or empty.
 */
export const signInPage = (
  siteName: string,
  {
    next,
    message,
    name = '',
  }: { readonly next: string; readonly message?: string; readonly name?: string },
): string =>
  deskLayout(
    siteName,
    'Sign in at the desk',
    html`<div class="desk">
      <h1>Sign in at the desk</h1>
      ${message !== undefined && html`<p class="said" role="alert">${message}</p>`}
      <p>
        The desk is where a person decides what readers see. You need a publisher key that may read
        and publish; the operator gives it out.
      </p>
      <form class="decide" method="post" action="/desk/sign-in">
        <input type="hidden" name="next" value="${next}" />
        <p>
          <label for="name">Your name</label>
          <input
            id="name"
            name="name"
            value="${name}"
            autocomplete="name"
            required
            aria-describedby="name-hint"
          />
          <span class="hint" id="name-hint">Readers see it next to what you release.</span>
        </p>
        <p>
          <label for="key">Publisher key</label>
          <input id="key" type="password" name="key" autocomplete="current-password" required />
        </p>
        <p><button type="submit">Sign in</button></p>
      </form>
    </div>`,
  );
