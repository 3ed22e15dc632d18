import type { Type } from '@nestjs/common';
import { PublicationDto } from '../publications/dto/publication.dto.js';
import { PublicationViewDto } from '../publications/dto/publication-view.dto.js';
import { UsageDto } from '../quota/usage.dto.js';
import { answerMembers } from './dto-schema.js';
import type { JsonSchema } from './json.js';
import { ITEM_MEMBERS } from './results.js';

type Properties = Readonly<Record<string, JsonSchema>>;

/** Some members of a schema. */
const only = (properties: Properties, names: readonly string[]): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)));

const without = (properties: Properties, names: readonly string[]): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));

/** Fields that mean in an answer what they mean as arguments, and what no call follows from. */
const KNOWN = ['locale', 'slug', 'title', 'description', 'tags', 'sources', 'author', 'createdAt'];
const UNTOLD = ['approvedBy', 'approvedVia', 'updatedAt', 'publishedAt'];

const NOTE: Properties = {
  note: {
    type: 'string',
    description: 'Where the document stands, and what to call next.',
  },
};

/** Members that say what they are by their own members: `tools/list` stands in every conversation. */
const brief = (dto: Type, names: readonly string[]): Properties =>
  Object.fromEntries(
    Object.entries(only(answerMembers(dto), names)).map(([name, { type, description }]) => [
      name,
      { type, ...(type === 'array' && { items: { type: 'object' } }), description },
    ]),
  );

const publication = answerMembers(PublicationDto);

/** What an answer to a read may tell of a publication beyond its fields, which create_publication describes. */
export const PUBLICATION: Properties = {
  ...without(answerMembers(PublicationViewDto), [...KNOWN, ...UNTOLD]),
  ...brief(PublicationViewDto, ['contentRange', 'outline', 'changes', 'history', 'preview']),
  ...NOTE,
};

/** What the answer to a write tells first of all; the rest is as in `PUBLICATION`. */
export const WRITTEN: Properties = {
  ...only(publication, ['id', 'version', 'publishedVersion', 'state']),
  ...NOTE,
};

/** The same of a publish, which ends with the search. */
export const RELEASED: Properties = { ...WRITTEN, ...only(publication, ['indexStatus']) };

/** One page of a list. */
export const LIST: Properties = {
  items: {
    type: 'array',
    items: { type: 'object', description: `With ${ITEM_MEMBERS.join(', ')}.` },
    description: 'At most limit documents; members that are empty may be left out.',
  },
  nextCursor: {
    anyOf: [{ type: 'string' }, { type: 'null' }],
    description: 'Send it as cursor, all else the same, for the next page; null on the last one.',
  },
};

/** The quota of today. */
export const USAGE: Properties = answerMembers(UsageDto);
