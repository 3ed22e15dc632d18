import { hrefOf } from './page-path.js';
import type { ReleasedPage } from './released-page.entity.js';

/** Not printable in YAML or a line break there, but untouched by JSON. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * A YAML scalar in double quotes: JSON is one (YAML 1.2, 7.3.1), once everything is escaped that YAML
 * would not take literally. No text can end it, begin a new line or look like a number, date or `---`.
 */
export function quotedScalar(text: string): string {
  return JSON.stringify(text).replace(
    UNSAFE,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const list = (name: string, items: readonly string[]): string[] =>
  items.length === 0
    ? [`${name}: []`]
    : [`${name}:`, ...items.map((item) => `  - ${quotedScalar(item)}`)];

/** A released document as a Markdown file: its metadata as YAML front matter, then its text (CONTRACT 9). */
export function markdownFile(page: ReleasedPage, baseUrl: string): string {
  return [
    '---',
    `locale: ${quotedScalar(page.locale)}`,
    `slug: ${quotedScalar(page.slug)}`,
    `title: ${quotedScalar(page.title)}`,
    `description: ${quotedScalar(page.description)}`,
    'author:',
    `  kind: ${quotedScalar(page.authorKind)}`,
    `  name: ${quotedScalar(page.authorName)}`,
    ...list('tags', page.tags),
    ...list('sources', page.sources),
    `version: ${page.version}`,
    `firstPublishedAt: ${quotedScalar(page.firstPublishedAt.toISOString())}`,
    `publishedAt: ${quotedScalar(page.publishedAt.toISOString())}`,
    `url: ${quotedScalar(baseUrl + hrefOf(page))}`,
    '---',
    '',
    page.markdown,
  ].join('\n');
}
