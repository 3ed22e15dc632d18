import { hrefOf } from '../page-path.js';
import type { ShownPage } from '../shown-page.js';
import { schemaTypeOf } from './author-kind.js';
import { Html } from './html.js';
import type { Site } from './site.js';

/** What HTML could read as the end of the script or a comment in it, and what old readers take for line ends. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/** A document for programs: an `Article` of schema.org as JSON-LD. Data, so that no policy forbids it. */
export function jsonLd(site: Site, page: ShownPage): Html {
  return dataBlock({
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: page.title,
    description: page.description === '' ? undefined : page.description,
    inLanguage: page.locale,
    datePublished: page.firstPublishedAt.toISOString(),
    dateModified: page.publishedAt.toISOString(),
    author: { '@type': schemaTypeOf(page.authorKind), name: page.authorName },
    citation: page.sources,
    version: page.version,
    url: site.baseUrl + hrefOf(page),
    keywords: page.tags,
  });
}

/** In a script nothing is an entity, so what HTML would read is escaped as JSON does it. */
function dataBlock(value: object): Html {
  const json = JSON.stringify(value).replace(
    UNSAFE,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new Html(`<script type="application/ld+json">${json}</script>`);
}
