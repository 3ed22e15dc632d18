import { hrefOf } from '../page-path.js';
import type { ShownPage } from '../shown-page.js';
import { type Html, html } from './html.js';
import type { Site } from './site.js';

/** Links to a document in every locale that has it, its own included; none where it has but one. */
export function alternates({ baseUrl }: Site, { slug, translations }: ShownPage): readonly Html[] {
  if (translations.length < 2) return [];
  return translations.map(
    (locale) =>
      html`<link
        rel="alternate"
        hreflang="${locale}"
        href="${baseUrl + hrefOf({ locale, slug })}"
      />`,
  );
}
