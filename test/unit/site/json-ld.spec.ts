import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLd } from '../../../src/site/html/document-head.js';
import type { ShownPage } from '../../../src/site/shown-page.js';
import { samplePage, SITE } from './sample-page.js';

const BLOCK = /^<script type="application\/ld\+json">([^<>&\u2028\u2029]*)<\/script>$/;

/** Returns the parsed block. Throws if the block has a character that could end the script. */
const read = (named: Partial<ShownPage>): Record<string, unknown> =>
  JSON.parse(BLOCK.exec(jsonLd(SITE, samplePage(named)).text)![1]!) as Record<string, unknown>;

describe('jsonLd', () => {
  it('tells all that programs may want to know of an article', () => {
    const page = {
      description: 'A greeting.',
      tags: ['one'],
      sources: ['https://example.org/?a=1&b=2'],
    };
    expect(read(page)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: 'Hello',
      description: 'A greeting.',
      inLanguage: 'en',
      datePublished: '2026-11-01T10:00:00.000Z',
      dateModified: '2026-11-21T09:00:00.123Z',
      author: { '@type': 'SoftwareApplication', name: 'Desk' },
      publisher: { name: 'The Account' },
      digitalSourceType: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
      citation: ['https://example.org/?a=1&b=2'],
      version: 3,
      url: 'https://docs.example.org/en/hello',
      keywords: ['one'],
    });
  });

  it('[9.page-machine-made] names no digital source of what people wrote, or a service published', () => {
    expect(read({ authorKind: 'person' })).not.toHaveProperty('digitalSourceType');
    expect(read({ authorKind: 'service' })).not.toHaveProperty('digitalSourceType');
    expect(read({ authorKind: 'organization' })).not.toHaveProperty('digitalSourceType');
  });

  it('[9.released-by] names who released it as part of the event, and claims no more of that person', () => {
    const { publication, ...rest } = read({ approvedBy: 'Ada Lovelace' });
    expect(publication).toEqual({
      '@type': 'PublicationEvent',
      description: 'Released by the person named, as stated by the publisher',
      startDate: '2026-11-21T09:00:00.123Z',
      publishedBy: { '@type': 'Person', name: 'Ada Lovelace' },
    });
    expect(JSON.stringify(rest)).not.toContain('Ada');
    const confirmed = (approvedVia: 'desk' | 'host') =>
      read({ approvedBy: 'Ada Lovelace', approvedVia }).publication;
    expect(confirmed('desk')).toMatchObject({
      description: 'Approved by Ada Lovelace at the desk',
    });
    expect(confirmed('host')).toMatchObject({
      description: 'Approved by Ada Lovelace, asked by an assistant',
    });
    expect(read({ accountName: null })).not.toHaveProperty('publisher');
  });

  it('leaves out a description that there is not', () => {
    expect(read({ description: '' })).not.toHaveProperty('description');
  });

  it.each([
    ['person', 'Person'],
    ['organization', 'Organization'],
    ['service', 'SoftwareApplication'],
    ['ai', 'SoftwareApplication'],
    ['constructor', 'SoftwareApplication'],
  ])('calls an author of the kind %s a %s', (authorKind, type) => {
    expect(read({ authorKind })['author']).toEqual({ '@type': type, name: 'Desk' });
  });

  it.each([
    '</script><script>x</script>',
    '<!--<script>',
    ']]>',
    '\u2028\u2029',
    '&lt;/script&gt;',
  ])('lets nobody out by %j', (title) => {
    expect(read({ title })['headline']).toBe(title);
  });

  it('gives back any text as it was', () => {
    assert(property(string(), (title) => read({ title })['headline'] === title));
  });
});
