import { describe, expect, it } from 'vitest';
import { jsonLd } from '../../../src/site/html/document-head.js';
import type { ShownPage } from '../../../src/site/shown-page.js';
import { typeErrors } from '../../setup/type-errors.js';
import { samplePage, SITE } from './sample-page.js';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Returns the names of the invalid properties: an `Article` of schema.org has no such property, or does not allow its
 * value.
 */
function unexpected(article: Properties): string[] {
  const names = Object.keys(article).filter((name) => !name.startsWith('@'));
  const lines = names.map(
    (name) => `export const ${name}: Known["${name}"] = ${JSON.stringify(article[name])};`,
  );
  const source = [
    "import type { Article } from 'schema-dts';",
    "type Known = Extract<Article, { '@type': 'Article' }>;",
    ...lines,
  ].join('\n');
  const faulty = new Set(typeErrors(source).map(({ line }) => line - 2));
  return [...faulty].map((line) => names[line] ?? 'the vocabulary');
}

const linkedData = (page: Partial<ShownPage>): Properties =>
  JSON.parse(/>(.*)<\/script>/s.exec(jsonLd(SITE, samplePage(page)).text)![1]!) as Properties;

const FULL: Partial<ShownPage> = {
  description: 'A greeting.',
  tags: ['one', 'two'],
  sources: ['https://example.org/?a=1&b=2'],
  approvedBy: 'Ada Lovelace',
};

describe('the JSON-LD of a page, checked with the vocabulary of schema.org', () => {
  it('[9.page-json-ld] is an Article of schema.org, except for the publisher and for a program as the author', () => {
    // An account can be a person or an organization. So the publisher has no type (ADR 17).
    expect(unexpected(linkedData({ ...FULL, author: { kind: 'person', name: 'Desk' } }))).toEqual([
      'publisher',
    ]);
    expect(
      unexpected(linkedData({ author: { kind: 'organization', name: 'Desk' }, accountName: null })),
    ).toEqual([]);
    // schema.org has no type for a program that is an author.
    expect(unexpected(linkedData(FULL))).toEqual(['author', 'publisher']);
  });
});
