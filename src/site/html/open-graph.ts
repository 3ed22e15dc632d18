import { hrefOf } from '../page-path.js';
import type { ShownPage } from '../shown-page.js';
import { type Html, html } from './html.js';
import type { Site } from './site.js';

/** What a link to a document shows where it is shared (The Open Graph protocol, ogp.me). */
export function openGraph(site: Site, page: ShownPage): readonly Html[] {
  const properties: readonly (readonly [name: string, content: string])[] = [
    ['og:type', 'article'],
    ['og:title', page.title],
    ['og:description', page.description],
    ['og:url', site.baseUrl + hrefOf(page)],
    ['og:locale', page.locale.replaceAll('-', '_')],
    ['og:site_name', site.name],
    ['article:published_time', page.firstPublishedAt.toISOString()],
    ['article:modified_time', page.publishedAt.toISOString()],
    ...page.tags.map((tag) => ['article:tag', tag] as const),
  ];
  return properties
    .filter(([, content]) => content !== '')
    .map(([name, content]) => html`<meta property="${name}" content="${content}" />`);
}
