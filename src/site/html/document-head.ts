import { hrefOf } from '../../documents/page-path.js';
import { versionHref, versionsHref } from '../../documents/version-path.js';
import { type ShownPage, updatedAt } from '../shown-page.js';
import { firstWords, sharedPicture } from './article-html.js';
import {
  isAi,
  MACHINE_MADE,
  MACHINE_MADE_AT_SCHEMA_ORG,
  schemaTypeOf,
} from '../../documents/authors.js';
import { Html, html } from './html.js';
import { breadcrumbList } from './menu-html.js';
import type { MenuPlace } from '../menu.js';
import { NO_INDEX } from './message-page.js';
import { feedLink, type Site } from './site.js';

/** Makes the head of a document's page, with elements for search engines, feed readers and link previews. */
export function documentHead(site: Site, page: ShownPage, place?: MenuPlace): Html {
  return html`
    ${sharedHead(site, page, hrefOf(page, 'markdown'))} ${feedLink(site, { kind: 'all' })}
    ${alternates(site, page)} ${openGraph(site, page)} ${jsonLd(site, page)}
    ${place && dataBlock(breadcrumbList(place, site.name, site.baseUrl))}
  `;
}

/**
 * Makes the head for the page of a released version. The head contains `noindex`, and links to the newest version and
 * to the list of versions (RFC 5829).
 */
export function versionHead(site: Site, page: ShownPage): Html {
  const latest = html`<link rel="latest-version" href="${site.baseUrl + hrefOf(page)}" />`;
  return html`
    ${NO_INDEX} ${sharedHead(site, page, versionHref(page, page.version, 'markdown'), latest)}
    ${jsonLd(site, page, versionHref(page, page.version))}
  `;
}

const sharedHead = (
  { baseUrl }: Site,
  page: ShownPage,
  markdown: string,
  latest?: Html,
): Html => html`
  ${authorship(page)}
  <link rel="canonical" href="${baseUrl + hrefOf(page)}" />
  ${latest}
  <link rel="version-history" href="${baseUrl + versionsHref(page)}" />
  <link rel="alternate" type="text/markdown" title="Markdown" href="${baseUrl + markdown}" />
  <link
    rel="describedby"
    type="application/jose"
    href="${baseUrl + versionHref(page, page.version, 'record')}"
  />
`;

/** Describes a document and its author, for search engines and previews of shared links. */
export function authorship(page: Described): Html {
  const summary = summaryOf(page);
  return html` ${summary !== '' && html`<meta name="description" content="${summary}" />`}
    <meta name="author" content="${page.author.name}" />
    ${isAi(page.author.kind) && html`<meta name="digital-source-type" content="${MACHINE_MADE}" />`}`;
}

type Described = Pick<ShownPage, 'description' | 'html' | 'author'>;

/** Returns the description of a document, or the first words of its text if it has none. */
const summaryOf = ({ description, html: article }: Described): string =>
  description.trim() === '' ? firstWords(article) : description;

/** Links to the document in each of its locales, if the document has more than one locale. */
function alternates({ baseUrl }: Site, { slug, translations }: ShownPage): readonly Html[] {
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

/** Makes the metadata for previews of shared links (Open Graph, ogp.me; the card of X). */
function openGraph(site: Site, page: ShownPage): readonly Html[] {
  const picture = sharedPicture(page.html);
  const properties: readonly (readonly [name: string, content: string])[] = [
    ['og:type', 'article'],
    ['og:title', page.title],
    ['og:description', summaryOf(page)],
    ['og:url', site.baseUrl + hrefOf(page)],
    ['og:image', picture === undefined ? '' : site.baseUrl + picture],
    ['og:locale', page.locale.replaceAll('-', '_')],
    ['og:site_name', site.name],
    ['article:published_time', page.firstPublishedAt.toISOString()],
    ['article:modified_time', updatedAt(page).toISOString()],
    ...page.tags.map((tag) => ['article:tag', tag] as const),
  ];
  const card = picture === undefined ? 'summary' : 'summary_large_image';
  return [
    ...properties
      .filter(([, content]) => content !== '')
      .map(([name, content]) => html`<meta property="${name}" content="${content}" />`),
    html`<meta name="twitter:card" content="${card}" />`,
  ];
}

/** Characters that can end the `script` element, can begin an HTML comment, or are line ends for old browsers. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/**
 * Describes the document as a schema.org `Article` in JSON-LD. The content security policy does not block JSON-LD,
 * because JSON-LD is data and not code.
 */
export function jsonLd(site: Site, page: ShownPage, href = hrefOf(page)): Html {
  return dataBlock({
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: page.title,
    description: page.description === '' ? undefined : page.description,
    inLanguage: page.locale,
    datePublished: page.firstPublishedAt.toISOString(),
    dateModified: updatedAt(page).toISOString(),
    author: { '@type': schemaTypeOf(page.author.kind), name: page.author.name },
    publisher: page.accountName === null ? undefined : { name: page.accountName },
    publication: release(page),
    digitalSourceType: isAi(page.author.kind) ? MACHINE_MADE_AT_SCHEMA_ORG : undefined,
    citation: page.sources,
    version: page.version,
    url: site.baseUrl + href,
    keywords: page.tags,
  });
}

/** Sentences about the approval of the release, by `approvedVia`. */
const CONFIRMED = {
  desk: (name: string) => `Approved by ${name} at the desk`,
  host: (_: string, program: string | null) =>
    `Released by the person named, confirmed in ${program ?? 'an assistant'}, as that program states`,
  key: () => 'Released by the person named, as stated by the publisher',
};

/**
 * Describes the release as a schema.org event; `undefined` if the release names no person. The properties
 * `accountablePerson`, `editor` and `reviewedBy` of the article would claim too much about the person (ADR 17).
 */
function release({
  approvedBy,
  approvedVia,
  approvedIn,
  publishedAt,
}: ShownPage): object | undefined {
  if (approvedBy === null) return undefined;
  return {
    '@type': 'PublicationEvent',
    description: CONFIRMED[approvedVia ?? 'key'](approvedBy, approvedIn),
    startDate: publishedAt.toISOString(),
    publishedBy: { '@type': 'Person', name: approvedBy },
  };
}

/**
 * Puts JSON into a `script` element. HTML entities do not work in a `script` element, so unsafe characters become JSON
 * escapes.
 */
function dataBlock(value: object): Html {
  const json = JSON.stringify(value).replace(
    UNSAFE,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new Html(`<script type="application/ld+json">${json}</script>`);
}
