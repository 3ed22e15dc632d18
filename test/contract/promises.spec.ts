import { describe, expect, it } from 'vitest';
import { citationsIn } from './citations.js';
import { promisesIn } from './manifest.js';
import { projectFiles, readProjectFile } from './project-files.js';

const promises = promisesIn(readProjectFile('docs/contract.md'));
const ids = new Set(promises.map((promise) => promise.id));
const citations = projectFiles()
  .filter((path) => /^test\/.*\.spec\.ts$/.test(path))
  .flatMap((path) =>
    citationsIn(readProjectFile(path)).map(({ id, line }) => ({ id, place: `${path}:${line}` })),
  );

function repeated(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function cited(source: string): string[] {
  return citationsIn(source).map((citation) => citation.id);
}

describe('docs/contract.md', () => {
  it('contains only promises that a test cites', () => {
    const citedIds = new Set(citations.map((citation) => citation.id));
    const uncited = promises.filter((promise) => !citedIds.has(promise.id));
    expect(uncited.map(({ id, sentence }) => `${id}  ${sentence}`)).toEqual([]);
  });

  it('contains every promise that a test cites', () => {
    const unknown = citations.filter((citation) => !ids.has(citation.id));
    expect(unknown.map(({ id, place }) => `${id}  ${place}`)).toEqual([]);
  });

  it('uses each id once', () => {
    expect(repeated(promises.map((promise) => promise.id))).toEqual([]);
  });

  it('states each promise once', () => {
    expect(repeated(promises.map((promise) => promise.sentence))).toEqual([]);
  });

  it('has each promise in the section whose number is at the beginning of its id', () => {
    expect(promises.filter(({ id, section }) => !id.startsWith(`${section}.`))).toEqual([]);
  });
});

describe('promisesIn', () => {
  it('treats each list item as a promise of the section above it', () => {
    const contract = '# Title\n\nText.\n\n## 2. One\n\n### Part\n\n- A [b](c). [2.a-b]\n';
    expect(promisesIn(contract)).toEqual([{ id: '2.a-b', section: '2', sentence: 'A [b](c).' }]);
  });

  it.each([
    ['has no id', '## 2. One\n\n- A promise.\n'],
    ['is no sentence', '## 2. One\n\n- a promise [2.a]\n'],
    ['has an id of another form', '## 2. One\n\n- A promise. [2.A_b]\n'],
    ['is in no section', '- A promise. [2.a]\n'],
  ])('refuses a list item that %s', (_fault, contract) => {
    expect(() => promisesIn(contract)).toThrow('is no promise with an id');
  });
});

describe('citationsIn', () => {
  it.each([
    ['a string', "it('one [2.a] and [3.b-c]')", ['2.a', '3.b-c']],
    ['a test', "test('one [2.a]')", ['2.a']],
    ['a describe', "describe('one [2.a]', () => { it('two [2.b]') })", ['2.a', '2.b']],
    ['a template', 'it(`one ${n} [2.a] ${m} [2.b]`)', ['2.a', '2.b']],
    ['a title in two pieces', "it('one [2.a]' + ' two [2.b]')", ['2.a', '2.b']],
    ['a table', "it.each([['[2.x]']])('%s [2.a]')", ['2.a']],
    ['a tagged table', 'describe.each`x\n${1}`("one [2.a]")', ['2.a']],
    ['modifiers', "test.concurrent.for([1])('one [2.a]')", ['2.a']],
    ['a condition', "it.runIf(true)('one [2.a]')", ['2.a']],
  ])('finds the citations in %s', (_form, source, expected) => {
    expect(cited(source)).toEqual(expected);
  });

  it.each([
    ['a comment', "// it('one [2.a]')\n/* describe('[2.b]') */"],
    ['the body of a test', "it('one', () => { expect('[2.a]').toBe(x) })"],
    ['another function', "note('one [2.a]')"],
  ])('finds none in %s', (_place, source) => {
    expect(cited(source)).toEqual([]);
  });

  it.each(['skip', 'todo'])('finds none in a test that does not run: %s', (modifier) => {
    expect(cited(`it.${modifier}('one [2.a]')`)).toEqual([]);
  });

  it('reports a misspelt citation', () => {
    expect(cited("it('one [2.Slug_NFKC] [2.a, 2.b]')")).toEqual(['2.Slug_NFKC', '2.a, 2.b']);
  });
});
