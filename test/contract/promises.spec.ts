import { describe, expect, it } from 'vitest';
import { promisesIn } from './manifest.js';
import { projectFiles, readProjectFile } from './project-files.js';

const promises = promisesIn(readProjectFile('docs/contract.md'));
const ids = new Set(promises.map((promise) => promise.id));
/** Matches more than valid ids, so that a misspelt citation is reported as unknown. */
const CITATION = /\[(\d+\.[a-z][^\]\s]*)\]/g;
const citations = projectFiles()
  .filter((path) => /^test\/.*\.spec\.ts$/.test(path))
  .flatMap((path) =>
    readProjectFile(path)
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(CITATION)].map(([, id]) => ({ id: id!, place: `${path}:${index + 1}` })),
      ),
  );

function repeated(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
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
