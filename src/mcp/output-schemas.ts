import { PublicationDto, PublicationViewDto } from '../publications/publication.dto.js';
import { UsageDto } from '../quota/usage.dto.js';
import { answerMembers } from './dto-schema.js';
import type { JsonSchema } from './json.js';
import { ITEM_MEMBERS } from './results.js';

type Properties = Readonly<Record<string, JsonSchema>>;

/** Some members of a schema. */
const only = (properties: Properties, names: readonly string[]): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)));

const NOTE: Properties = {
  note: {
    type: 'string',
    description: 'Where the document stands, and what to call next.',
  },
};

const publication = answerMembers(PublicationDto);

/** All that an answer to a read may tell of a publication. */
export const PUBLICATION: Properties = { ...answerMembers(PublicationViewDto), ...NOTE };

/** What the answer to a write tells first of all; the rest is as in `PUBLICATION`. */
export const WRITTEN: Properties = {
  ...only(publication, ['id', 'version', 'publishedVersion', 'state', 'indexStatus']),
  ...NOTE,
};

/** One page of a list. */
export const LIST: Properties = {
  items: {
    type: 'array',
    items: { type: 'object', description: `With ${ITEM_MEMBERS.join(', ')}.` },
    description:
      'At most limit documents, with members of the same meaning as in get_publication; those that are empty may be left out.',
  },
  nextCursor: {
    anyOf: [{ type: 'string' }, { type: 'null' }],
    description:
      'Send it as cursor, with the same sort and filters, for the next page; null on the last one.',
  },
};

/** The quota of today. */
export const USAGE: Properties = answerMembers(UsageDto);
