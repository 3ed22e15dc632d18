import { describe, expect, it } from 'vitest';
import { jsonLd } from '../../../src/site/html/document-head.js';
import type { ShownPage } from '../../../src/site/shown-page.js';
import { typeErrors } from '../../setup/type-errors.js';
import { samplePage, SITE } from './sample-page.js';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Returns the names of the invalid properties of each article: an `Article` of schema.org has no such property, or does
 * not allow its value. The compiler, which takes seconds, runs once for all articles.
 */
function unexpected(...articles: readonly Properties[]): string[][] {
  const properties = articles.flatMap((article, number) =>
    Object.entries(article)
      .filter(([name]) => !name.startsWith('@'))
      .map(([name, value]) => ({ number, name, value })),
  );
  const source = [
    "import type { Article } from 'schema-dts';",
    "type Known = Extract<Article, { '@type': 'Article' }>;",
    ...properties.map(
      ({ number, name, value }) =>
        `export const ${name}${number}: Known["${name}"] = ${JSON.stringify(value)};`,
    ),
  ].join('\n');
  const faulty = new Set(typeErrors(source).map(({ line }) => line - 2));
  const wrong = properties.filter((_, line) => faulty.has(line));
  return articles.map((_, at) =>
    wrong.filter(({ number }) => number === at).map(({ name }) => name),
  );
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
    const wrong = unexpected(
      linkedData({ author: { kind: 'organization', name: 'Desk' }, accountName: null }),
      linkedData({ ...FULL, author: { kind: 'person', name: 'Desk' } }),
      linkedData(FULL),
    );
    // An account can be a person or an organization. So the publisher has no type (ADR 17). schema.org has no type for
    // a program that is an author.
    expect(wrong).toEqual([[], ['publisher'], ['author', 'publisher']]);
  });
});
