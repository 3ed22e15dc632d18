import { parsedUrl } from '../../platform/validation/rule.js';
import { hrefOf } from '../../documents/page-path.js';
import { versionHref, versionsHref } from '../../documents/version-path.js';
import { type ShownPage, updatedAt } from '../shown-page.js';
import { documentArticle, releaseFact, sheetClass } from './document-article.js';
import { documentHead, versionHead } from './document-head.js';
import { confirmation, filled, frameOf, type FrameWords } from './frame.js';
import { type Html, html } from './html.js';
import { layout } from './layout.js';
import { readersFoot, readersLink } from './list-page.js';
import { day } from './locales.js';
import { breadcrumbs, menuNav, neighbours } from './menu-html.js';
import type { MenuPlace } from '../menu.js';
import type { Site } from './site.js';

/**
 * Makes the page of a document.
 * @param place where the document is in the menu; absent if it is not in it
 * @param isStart whether it is shown as the start page of its locale
 */
export function documentPage(
  site: Site,
  page: ShownPage,
  place?: MenuPlace,
  isStart = false,
): string {
  const frame = frameOf(page.locale);
  const { words, attributes } = frame;
  return layout({
    look: site.look,
    locale: page.locale,
    title: page.title,
    head: html`${documentHead(site, page, place)} ${isStart && readersLink(site)}`,
    ...(isStart && { foot: readersFoot(site, frame) }),
    hasMenu: place !== undefined,
    main: html`<div class="${sheetClass(page)}">
      ${place && menuNav(place)} ${place && breadcrumbs(place, site.name)}
      ${documentArticle(page, releaseFacts(page))} ${place && neighbours(place)}
      ${closing(
        page,
        hrefOf(page, 'markdown'),
        html`<p ${attributes}>
          <a href="${versionsHref(page)}" rel="version-history">${words.allVersions}</a>
        </p>`,
      )}
    </div>`,
  });
}

/**
 * Makes the page of a released version (contract 15). Later releases change only its banner.
 * @param newestVersion number of the version that is public at the document's own address; `null` if another document
 *   took its place
 */
export function versionPage(site: Site, page: ShownPage, newestVersion: number | null): string {
  const { locale, version } = page;
  const { words } = frameOf(locale);
  return layout({
    look: site.look,
    locale,
    title: `${page.title} (${words.version} ${version})`,
    head: versionHead(site, page),
    main: html`<div class="${sheetClass(page)}">
      ${banner(page, newestVersion)} ${documentArticle(page, releaseFacts(page))}
      ${closing(page, versionHref(page, version, 'markdown'))}
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

/** Makes the foot of a document: sources, publisher, and links to the Markdown, to the signed record, and `more`. */
function closing(page: ShownPage, markdown: string, more?: Html): Html {
  const { words, attributes } = frameOf(page.locale);
  const record = versionHref(page, page.version, 'record');
  return html`<footer class="closing">
    ${documentSources(page.sources, page.locale)}
    ${page.accountName !== null && publisher(page.accountName, page.locale)}
    <p ${attributes}><a href="${markdown}">${words.asMarkdown}</a></p>
    <p ${attributes}>
      <a href="${record}" rel="describedby" type="application/jose">${words.signedRecord}</a>
    </p>
    ${more}
  </footer>`;
}

/** Returns the dates of the first and the newest release, the version and the approver of a document. */
function releaseFacts(page: ShownPage): readonly Html[] {
  const { firstPublishedAt, locale, version } = page;
  const changedAt = updatedAt(page);
  const { words } = frameOf(locale);
  const isChanged = firstPublishedAt.getTime() !== changedAt.getTime();
  return [
    releaseFact(words.published, day(firstPublishedAt, locale)),
    ...(isChanged ? [releaseFact(words.changed, day(changedAt, locale))] : []),
    releaseFact(words.version, version),
    ...approval(page, words),
  ];
}

export function publisher(accountName: string, locale: string): Html {
  const { words, attributes } = frameOf(locale);
  return html`<dl class="facts" ${attributes}>
    <div>
      <dt>${words.publisher}</dt>
      <dd><bdi lang="${locale}">${accountName}</bdi></dd>
    </div>
  </dl>`;
}

/**
 * Returns who approved the release. Only at the desk does the service see a person. Otherwise the page names who states
 * the name: the program in which the person confirmed the release, or the publisher (ADR 40).
 */
function approval(
  { approvedBy, approvedVia, approvedIn, locale }: ShownPage,
  words: FrameWords,
): readonly Html[] {
  if (approvedBy === null) return [];
  const name = html`<bdi lang="${locale}">${approvedBy}</bdi>`;
  if (approvedVia === 'desk') {
    return [releaseFact(words.approvedBy, filled(words.atDesk, { name }))];
  }
  const how = confirmation(approvedVia, approvedIn, words);
  return [releaseFact(words.releasedBy, html`${name} — ${how}`)];
}

/** Shows the sources of a document as a numbered list; `undefined` if there are none. */
export function documentSources(addresses: readonly string[], locale: string): Html | undefined {
  if (addresses.length === 0) return undefined;
  const { words, attributes } = frameOf(locale);
  return html`<section class="sources" aria-labelledby="sources" ${attributes}>
    <h2 id="sources">${words.sources}</h2>
    <p>${words.sourcesNote}</p>
    <ol>
      ${addresses.map((address) => html`<li>${source(address)}</li>`)}
    </ol>
  </section>`;
}

/** Shows a source. Only an http or https address becomes a link. */
function source(address: string): Html {
  const { protocol, host } = parsedUrl(address) ?? { protocol: '', host: '' };
  if (protocol !== 'https:' && protocol !== 'http:') return html`<bdi>${address}</bdi>`;
  return html`<a href="${address}" rel="nofollow ugc noopener" dir="ltr"
    ><b>${host}</b> <span class="address">${address}</span></a
  >`;
}
