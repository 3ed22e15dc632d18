import type { Type } from '@nestjs/common';
import { PublicationViewDto } from '../publications/dto/publication-view.dto.js';
import { UsageDto } from '../quota/usage.dto.js';
import { answerMembers } from './dto-schema.js';
import type { JsonSchema } from './json.js';

type Properties = Readonly<Record<string, JsonSchema>>;

/**
 * Omits details of a member. The answer to `tools/list` must be short, because every conversation contains this answer.
 */
const brief = ({ properties: _, enum: __, items, ...member }: JsonSchema): JsonSchema => ({
  ...member,
  ...(items === undefined ? {} : { items: { type: (items as JsonSchema).type } }),
});

/**
 * Makes the schemas of members, described as in the HTTP API.
 * @param names names of the members, separated by spaces
 */
const told = (dto: Type, names: string): Properties => {
  const members = answerMembers(dto);
  return Object.fromEntries(names.split(' ').map((name) => [name, brief(members[name]!)]));
};

const NOTE: Properties = {
  note: { type: 'string', description: 'Where it stands, what to call next.' },
};

/** Members of the answer to a read. The fields that the schema of create_publication already describes are left out. */
export const PUBLICATION: Properties = {
  ...told(
    PublicationViewDto,
    'version publishedVersion state indexStatus returned withdrawn publishError ' +
      'content contentRange outline find changes history preview erased',
  ),
  ...NOTE,
};

export const WRITTEN: Properties = {
  version: { type: 'integer', description: 'The expectedVersion of the next call.' },
  state: { type: 'string', description: 'As read.' },
  changedFields: {
    type: 'array',
    items: { type: 'string' },
    description: 'What changed.',
  },
  missingPictures: {
    type: 'array',
    items: { type: 'object' },
    description: 'PUT each to its uploadUrl.',
  },
  ...NOTE,
};

export const CREATED: Properties = { ...told(PublicationViewDto, 'id url'), ...WRITTEN };

/** Members of the answer to a publish. `indexStatus` shows the progress of the indexing that follows the release. */
export const RELEASED: Properties = {
  ...told(PublicationViewDto, 'version publishedVersion indexStatus'),
  state: WRITTEN.state!,
  ...NOTE,
};

export const LIST: Properties = {
  items: {
    type: 'array',
    items: { type: 'object', description: 'As read, without content.' },
    description: 'At most limit documents, without empty members.',
  },
  nextCursor: {
    anyOf: [{ type: 'string' }, { type: 'null' }],
    description: 'Send it as cursor, all else the same; null on the last page.',
  },
  total: {
    anyOf: [{ type: 'integer' }, { type: 'null' }],
    description: 'Documents that the filters leave; null: more than 1,000.',
  },
};

export const USAGE: Properties = told(
  UsageDto,
  'dailyWriteLimit used remaining resetsAt upgradeRequired',
);
