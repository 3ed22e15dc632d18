import { type Html, html } from './html.js';

/** The sources of a document as a numbered list, or nothing if it names none. */
export function sources(addresses: readonly string[]): Html | undefined {
  if (addresses.length === 0) return undefined;
  return html`<section class="sources" aria-labelledby="sources" lang="en" dir="ltr">
    <h2 id="sources">Sources</h2>
    <p>Listing a source does not mean that its claims were checked.</p>
    <ol>
      ${addresses.map((address) => html`<li>${source(address)}</li>`)}
    </ol>
  </section>`;
}

/** Only the web is linked, whatever got stored. */
function source(address: string): Html {
  const { protocol, host } = URL.canParse(address) ? new URL(address) : { protocol: '', host: '' };
  if (protocol !== 'https:' && protocol !== 'http:') return html`<span>${address}</span>`;
  return html`<a href="${address}" rel="nofollow ugc noopener"
    ><b>${host}</b> <span class="address">${address}</span></a
  >`;
}
