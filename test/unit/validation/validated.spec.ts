import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/platform/config/config.js';
import { validated } from '../../../src/platform/validation/validated.js';
import { CreatePublicationDto } from '../../../src/publications/dto/create-publication.dto.js';
import { ListPublicationsDto } from '../../../src/publications/dto/list-publications.dto.js';
import { UpdatePublicationDto } from '../../../src/publications/dto/update-publication.dto.js';

const config = readConfig({});
const document = { locale: 'en', slug: 'a', title: 'A', content: 'a' };

const faults = async (
  dto: new () => object,
  input: Record<string, unknown>,
  configuration = config,
): Promise<object> => {
  const result = await validated(dto, input, configuration);
  return 'faults' in result ? result.faults : [];
};

describe('validated', () => {
  it('normalises before it checks', async () => {
    const input = { ...document, locale: 'EN-us', slug: 'ﬁn', title: '  A ', tags: [' x '] };
    expect(await validated(CreatePublicationDto, input, config)).toEqual({
      value: { locale: 'en-US', slug: 'fin', title: 'A', content: 'a', tags: ['x'] },
    });
  });

  it('names each fault by its path, in the words of its rule', async () => {
    const input = {
      ...document,
      title: 7,
      tags: ['fine', '', 'x'.repeat(51)],
      author: { kind: 'AI', name: 'A', age: 1 },
    };
    expect(await faults(CreatePublicationDto, input)).toEqual(
      expect.arrayContaining([
        { field: 'title', message: 'must be a string' },
        { field: 'tags[1]', message: 'must be 1 to 50 characters' },
        { field: 'tags[2]', message: 'must be 1 to 50 characters' },
        { field: 'author.kind', message: 'must be 1 to 40 characters of a-z, 0-9, _ and -' },
        { field: 'author.age', message: 'is not a known field; remove it' },
      ]),
    );
    expect(await faults(CreatePublicationDto, input)).toHaveLength(5);
  });

  it.each([
    ['a text', 'x'],
    ['a list', [{ kind: 'ai', name: 'A' }]],
    ['null', null],
    ['a number', 0],
  ])('wants an object for an author, not %s', async (_what, author) => {
    expect(await faults(CreatePublicationDto, { ...document, author })).toEqual([
      { field: 'author', message: 'must be an object with kind and name' },
    ]);
  });

  it('says that a member is missing', async () => {
    expect(await faults(CreatePublicationDto, { ...document, author: {} })).toEqual([
      { field: 'author.kind', message: 'is required' },
      { field: 'author.name', message: 'is required' },
    ]);
  });

  it('takes a number in a query for the number that it spells', async () => {
    expect(await validated(ListPublicationsDto, { limit: '7' }, config)).toEqual({
      value: { limit: 7 },
    });
    expect(await faults(ListPublicationsDto, { limit: '7.0' })).toHaveLength(1);
  });

  it('asks the configuration which locales there are', async () => {
    const few = readConfig({ SUPPORTED_LOCALES: 'ko,pt-BR' });
    expect(await faults(CreatePublicationDto, document, few)).toEqual([
      { field: 'locale', message: 'must be one of: ko, pt-BR' },
    ]);
    expect(await faults(CreatePublicationDto, { ...document, locale: 'PT-br' }, few)).toEqual([]);
  });

  it('wants an update to name something', async () => {
    expect(await faults(UpdatePublicationDto, { expectedVersion: 1 })).toEqual([
      { field: 'expectedVersion', message: 'must come with at least one field that changes' },
    ]);
    expect(await faults(UpdatePublicationDto, { expectedVersion: 1, changeNote: '' })).toEqual([
      { field: 'changeNote', message: 'must come with at least one field that changes' },
    ]);
    expect(await faults(UpdatePublicationDto, { expectedVersion: 1, description: '' })).toEqual([]);
  });

  it('does not report an empty update if its only field is invalid', async () => {
    const edit = JSON.parse('{"find":"a","replace":"b","__proto__":1}') as object;
    expect(await faults(UpdatePublicationDto, { expectedVersion: 1, edits: [edit] })).toEqual([
      { field: 'edits[0].__proto__', message: 'is not a known field; remove it' },
    ]);
  });
});
