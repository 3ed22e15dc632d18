import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLd } from '../../../src/site/html/document-head.js';
import type { ShownPage } from '../../../src/site/shown-page.js';
import { samplePage, SITE } from './sample-page.js';

const BLOCK = /^<script type="application\/ld\+json">([^<>&\u2028\u2029]*)<\/script>$/;

/** Returns the parsed JSON of the script block. Throws if the block has a character that could end the script. */
const read = (named: Partial<ShownPage>): Record<string, unknown> =>
  JSON.parse(BLOCK.exec(jsonLd(SITE, samplePage(named)).text)![1]!) as Record<string, unknown>;

describe('jsonLd', () => {
  it('[9.page-machine-made] states the program and the digital source type of a text by AI', () => {
    expect(read({})).toMatchObject({
      author: { '@type': 'SoftwareApplication', name: 'Desk' },
      digitalSourceType: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
    });
  });

  it('[9.page-machine-made] has no digital source type for people, organizations and services', () => {
    expect(read({ authorKind: 'person' })).not.toHaveProperty('digitalSourceType');
    expect(read({ authorKind: 'service' })).not.toHaveProperty('digitalSourceType');
    expect(read({ authorKind: 'organization' })).not.toHaveProperty('digitalSourceType');
  });

  it('[9.released-by] names the approver only in the publication event', () => {
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
      description: 'Released by the person named, confirmed in an assistant, as its host says',
    });
    expect(read({ accountName: null })).not.toHaveProperty('publisher');
  });

  it('leaves out an empty description', () => {
    expect(read({ description: '' })).not.toHaveProperty('description');
  });

  it.each([
    ['person', 'Person'],
    ['organization', 'Organization'],
    ['service', 'SoftwareApplication'],
    ['ai', 'SoftwareApplication'],
    ['constructor', 'SoftwareApplication'],
  ])('gives an author of kind %s the type %s', (authorKind, type) => {
    expect(read({ authorKind })['author']).toEqual({ '@type': type, name: 'Desk' });
  });

  it.each([
    '</script><script>x</script>',
    '<!--<script>',
    ']]>',
    '\u2028\u2029',
    '&lt;/script&gt;',
  ])('does not let %j end the script element', (title) => {
    expect(read({ title })['headline']).toBe(title);
  });

  it('keeps any title unchanged', () => {
    assert(property(string(), (title) => read({ title })['headline'] === title));
  });
});
