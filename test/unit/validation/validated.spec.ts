import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/platform/config/config.js';
import { validated } from '../../../src/platform/validation/validated.js';
import { CreatePublicationDto } from '../../../src/publications/dto/create-publication.dto.js';
import { UpdatePublicationDto } from '../../../src/publications/dto/update-publication.dto.js';

const config = readConfig({});
const document = { locale: 'en', slug: 'a', title: 'A', content: 'a' };

const faults = async (dto: new () => object, input: Record<string, unknown>): Promise<object> => {
  const result = await validated(dto, input, config);
  return 'faults' in result ? result.faults : [];
};

describe('validated', () => {
  it('reports each fault with its path and the message of its rule', async () => {
    const input = {
      ...document,
      title: 7,
      tags: ['fine', '', 'x'.repeat(51)],
      author: { kind: 'AI', age: 1 },
    };
    expect(await faults(CreatePublicationDto, input)).toEqual(
      expect.arrayContaining([
        { field: 'title', message: 'must be a string' },
        { field: 'tags[1]', message: 'must have 1 to 50 characters' },
        { field: 'tags[2]', message: 'must have 1 to 50 characters' },
        { field: 'author.kind', message: 'must have 1 to 40 characters of a-z, 0-9, _ and -' },
        { field: 'author.age', message: 'is not a known field; remove it' },
        { field: 'author.name', message: 'is required' },
      ]),
    );
    expect(await faults(CreatePublicationDto, input)).toHaveLength(6);
  });

  it('does not report an empty update if its only field is invalid', async () => {
    const edit = JSON.parse('{"find":"a","replace":"b","__proto__":1}') as object;
    expect(await faults(UpdatePublicationDto, { expectedVersion: 1, edits: [edit] })).toEqual([
      { field: 'edits[0].__proto__', message: 'is not a known field; remove it' },
    ]);
  });
});
