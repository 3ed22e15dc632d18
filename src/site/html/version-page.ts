import { hrefOf } from '../../documents/page-path.js';
import { versionHref, versionsHref } from '../../documents/version-path.js';
import type { ShownPage } from '../shown-page.js';
import { documentArticle, sheetClass } from './document-article.js';
import { versionHead } from './document-head.js';
import { documentSources, publisher, releaseFacts, signedRecord } from './document-page.js';
import { filled, frameOf } from './frame.js';
import { type Html, html } from './html.js';
import { layout } from './layout.js';
import { day } from './locales.js';
import type { Site } from './site.js';

/**
 * Makes the page of a released version (contract 15). Later releases change only its banner.
 * @param newestVersion number of the version that is public at the document's own address; `null` if another document
 *   took its place
 */
export function versionPage(site: Site, page: ShownPage, newestVersion: number | null): string {
  const { locale, version } = page;
  const { words, attributes } = frameOf(locale);
  return layout({
    look: site.look,
    locale,
    title: `${page.title} (${words.version} ${version})`,
    head: versionHead(site, page),
    main: html`<div class="${sheetClass(page)}">
      ${banner(page, newestVersion)} ${documentArticle(page, releaseFacts(page))}
      <footer class="closing">
        ${documentSources(page.sources, locale)}
        ${page.accountName !== null && publisher(page.accountName, locale)}
        <p ${attributes}>
          <a href="${versionHref(page, version, 'markdown')}">${words.asMarkdown}</a>
        </p>
        ${signedRecord(page)}
      </footer>
    </div>`,
  });
}

/** Shows the date of the version and whether it is outdated, and links to the newest version and to all versions. */
function banner(page: ShownPage, newestVersion: number | null): Html {
  const { locale, version, publishedAt } = page;
  const { words, attributes } = frameOf(locale);
  const isOutdated = newestVersion === null || newestVersion > version;
  return html`<section class="preview" aria-label="${words.version}" ${attributes}>
    <p>
      ${isOutdated && html`<strong class="outdated">${words.outdated}</strong>`}
      ${filled(words.versionShown, { version, date: day(publishedAt, locale) })}
    </p>
    <p>
      <a href="${hrefOf(page)}" rel="latest-version"
        >${words.newestVersion}${isOutdated && newestVersion !== null && ` (${newestVersion})`}</a
      >
      · <a href="${versionsHref(page)}" rel="version-history">${words.allVersions}</a>
    </p>
  </section>`;
}
