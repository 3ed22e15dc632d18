import { INDEX_STATUSES, INTENTS, PUBLICATION_STATES } from '../documents/publication-state.js';
import type { PublicationListDto } from '../publications/publication.dto.js';
import type { Usage } from '../quota/usage.js';
import type { JsonSchema } from './json.js';
import type { ShownPublication } from './results.js';

// What models are told of the answers. Short, since it stands in every conversation; a null has a
// branch of its own, since some clients know no list of types.

const text = (description: string): JsonSchema => ({ type: 'string', description });
const word = (words: readonly string[], description: string): JsonSchema => ({
  type: 'string',
  enum: words,
  description,
});
const integer = (description: string): JsonSchema => ({ type: 'integer', description });
const texts = (description: string): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description,
});
const orNull = (type: string, description: string): JsonSchema => ({
  anyOf: [{ type }, { type: 'null' }],
  description,
});

/** All of a publication. */
export const PUBLICATION: Readonly<Record<keyof ShownPublication, JsonSchema>> = {
  id: text('Names the document; keep it.'),
  locale: text('Locale.'),
  slug: text('Slug.'),
  title: text('Title.'),
  content: text('Markdown.'),
  description: text('Summary.'),
  tags: texts('Tags.'),
  sources: texts('Source URLs.'),
  author: { type: 'object', description: 'kind and name.' },
  intent: word(INTENTS, 'Of this revision.'),
  changeNote: text('What this revision changes and why.'),
  contentLength: integer('Characters of the content.'),
  approvedBy: orNull('string', 'Who answers for the public revision.'),
  version: integer('Send it as expectedVersion.'),
  publishedVersion: orNull('integer', 'Public revision; null: none.'),
  state: word(PUBLICATION_STATES, 'publishing: in flight.'),
  indexStatus: word(INDEX_STATUSES, 'ready: search finds the public revision.'),
  url: text('Address; 404 until released.'),
  publishError: orNull('object', 'Why a release failed.'),
  createdAt: text('UTC.'),
  updatedAt: text('UTC, of the last write.'),
  publishedAt: orNull('string', 'UTC, of the public revision.'),
  note: text('What to do next.'),
};

const { id, version, publishedVersion, state, indexStatus, url, publishError, note } = PUBLICATION;

/** What the answer to a new revision tells beyond the arguments; the rest is as in `PUBLICATION`. */
export const SAVED = { id, version, publishedVersion, state, url, note };

/** What the answer to a publish tells. */
export const RELEASED = {
  id,
  version,
  publishedVersion,
  state,
  indexStatus,
  url,
  publishError,
  note,
};

/** One page of a list. */
export const LIST: Readonly<Record<keyof PublicationListDto, JsonSchema>> = {
  items: {
    type: 'array',
    items: { type: 'object', description: 'As get_publication answers it, without content.' },
    description: 'At most limit.',
  },
  nextCursor: orNull('string', 'The next cursor; null: this is the last page.'),
};

/** The quota of today. */
export const USAGE: Readonly<Record<keyof Usage, JsonSchema>> = {
  accountId: text('Account of the key.'),
  plan: text('free or upgraded.'),
  dailyWriteLimit: integer('Writes a UTC day allows.'),
  used: integer('Writes today.'),
  remaining: integer('Writes left today.'),
  resetsAt: text('When the next day begins, UTC.'),
  upgradeRequired: { type: 'boolean', description: 'Nothing is left; another plan has more.' },
};
