import { plainLook } from '../../../src/site/html/site.js';
import type { ShownPage } from '../../../src/site/shown-page.js';
import { SAMPLE } from '../../setup/document.js';

export const SITE = {
  name: 'The Desk',
  description: '',
  baseUrl: 'https://docs.example.org',
  look: plainLook('The Desk'),
};

/** Returns a released page as the database returns it, with the fields in `named`. */
export function samplePage(named: Partial<ShownPage> = {}): ShownPage {
  return {
    locale: 'en',
    slug: 'hello',
    publicationId: '01a1fd7f-2e91-73a1-81ea-1d8766ba3722',
    accountId: '01a1fd7f-2e91-73a1-81ea-1d8766ba3721',
    version: 3,
    ...SAMPLE,
    title: 'Hello',
    author: { kind: 'ai', name: 'Desk' },
    approvedBy: null,
    approvedVia: null,
    approvedIn: null,
    approverId: null,
    accountName: 'The Account',
    markdown: 'Text.\n',
    html: '<p>Text.</p>',
    headings: [],
    firstPublishedAt: new Date('2026-11-01T10:00:00.000Z'),
    publishedAt: new Date('2026-11-21T09:00:00.123Z'),
    translations: ['en'],
    ...named,
  };
}
