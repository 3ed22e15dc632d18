import { recordOf } from '../../src/signatures/record.js';

const RECORD = recordOf(
  {
    locale: 'en',
    slug: 'a',
    version: 1,
    title: 'T',
    description: '',
    tags: [],
    sources: [],
    markdown: 'a',
    authorKind: 'person',
    authorName: 'A',
    accountName: 'A',
    approvedBy: null,
    approvedVia: null,
    approvedIn: null,
    publishedAt: new Date(0),
    previous: null,
  },
  'https://docs.example.org',
);

/** A JWS without a signature, because the files of a version are made without checking it. */
export const UNSIGNED_JWS = `.${Buffer.from(JSON.stringify(RECORD)).toString('base64url')}.`;
