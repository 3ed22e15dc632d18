import { isMachine, MACHINE_MADE } from './html/authors.js';
import { hrefOf } from './page-path.js';

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

/** A document as a file shows it; what only a released one has is absent from a working revision. */
export interface DocumentInFile {
  readonly locale: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly authorKind: string;
  readonly authorName: string;
  readonly tags: readonly string[];
  readonly sources: readonly string[];
  /** Of a working revision alone: what is released was meant to be. */
  readonly intent?: string;
  readonly version: number;
  readonly firstPublishedAt?: Date;
  readonly publishedAt?: Date;
  /** Who answers for the release, as stated by the publisher, if anybody was named. */
  readonly approvedBy?: string | null;
  /** The publisher's, if it is known. */
  readonly accountName?: string | null;
  readonly markdown: string;
}

const time = (name: string, at: Date | undefined): string[] =>
  at ? [`${name}: ${quotedScalar(at.toISOString())}`] : [];

const name = (key: string, text: string | null | undefined): string[] =>
  text ? [`${key}: ${quotedScalar(text)}`] : [];

/**
 * A document as a Markdown file: its metadata as YAML front matter, an empty line, then its text
 * (CONTRACT 9). What exports write and imports read back is the same (CONTRACT 10).
 */
export function markdownFile(page: DocumentInFile, baseUrl: string): string {
  return [
    '---',
    `locale: ${quotedScalar(page.locale)}`,
    `slug: ${quotedScalar(page.slug)}`,
    `title: ${quotedScalar(page.title)}`,
    `description: ${quotedScalar(page.description)}`,
    'author:',
    `  kind: ${quotedScalar(page.authorKind)}`,
    `  name: ${quotedScalar(page.authorName)}`,
    ...(isMachine(page.authorKind) ? [`digitalSourceType: ${quotedScalar(MACHINE_MADE)}`] : []),
    ...list('tags', page.tags),
    ...list('sources', page.sources),
    ...(page.intent === undefined ? [] : [`intent: ${quotedScalar(page.intent)}`]),
    `version: ${page.version}`,
    ...time('firstPublishedAt', page.firstPublishedAt),
    ...time('publishedAt', page.publishedAt),
    ...name('approvedBy', page.approvedBy),
    ...name('publisher', page.accountName),
    `url: ${quotedScalar(baseUrl + hrefOf(page))}`,
    '---',
    '',
    page.markdown,
  ].join('\n');
}
