import { hrefOf, versionHref, versionsHref } from '../page-path.js';
import type { MadePage } from '../shown-page.js';
import { documentArticle } from './document-article.js';
import { versionHead } from './document-head.js';
import { documentSources, releaseFacts, signedRecord } from './document-page.js';
import { filled, frameOf } from './frame.js';
import { type Html, html } from './html.js';
import { layout } from './layout.js';
import { day } from './locales.js';
import type { Site } from './site.js';

/**
 * Makes the page of a released version (contract 15). Later releases do not change the page, because it mentions no
 * later version.
 */
export function versionPage(site: Site, page: MadePage): string {
  const { locale, version } = page;
  const { words, attributes } = frameOf(locale);
  return layout({
    siteName: site.name,
    locale,
    title: `${page.title} (${words.version} ${version})`,
    head: versionHead(site, page),
    main: html`<div class="sheet">
      ${banner(page)} ${releaseFacts(page)} ${documentArticle(page)}
      <footer class="closing">
        ${documentSources(page.sources, locale)}
        <p ${attributes}>
          <a href="${versionHref(page, version, 'markdown')}">${words.asMarkdown}</a>
        </p>
        ${page.isSigned ? signedRecord(page) : html`<p ${attributes}>${words.notSigned}</p>`}
      </footer>
    </div>`,
  });
}

/** Shows the date of the version, and links to the newest version and to all versions. */
function banner(page: MadePage): Html {
  const { locale, version, publishedAt } = page;
  const { words, attributes } = frameOf(locale);
  return html`<section class="preview" aria-label="${words.version}" ${attributes}>
    <p>
      <strong>${filled(words.versionShown, { version, date: day(publishedAt, locale) })}</strong>
    </p>
    <p>
      <a href="${hrefOf(page)}" rel="latest-version">${words.newestVersion}</a> ·
      <a href="${versionsHref(page)}" rel="version-history">${words.allVersions}</a>
    </p>
  </section>`;
}
