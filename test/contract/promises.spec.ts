import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from './project-files.js';

/** One promise of docs/contract.md. */
interface ServicePromise {
  /** Section number and name: `2.slug-nfkc`. */
  id: string;
  /** Number of the section that contains the promise. */
  section: string;
  sentence: string;
}

/** A list item of the contract. The text after the dash must end with an id in brackets. */
const ITEM = /^- (?<item>.*)$/;
const PROMISE = /^(?<sentence>\S.*\.) \[(?<id>\d+\.[a-z0-9-]+)\]$/;
const SECTION = /^## (?<section>\d+)\. /;

/**
 * Returns the promises of docs/contract.md in order. Every list item is a promise.
 * @throws if a list item has no id, or comes before the first section.
 */
function promisesIn(contract: string): ServicePromise[] {
  let section: string | undefined;
  return contract.split('\n').flatMap((line, index) => {
    section = SECTION.exec(line)?.groups?.['section'] ?? section;
    const item = ITEM.exec(line)?.groups?.['item'];
    if (item === undefined) return [];
    const { id, sentence } = PROMISE.exec(item)?.groups ?? {};
    if (!id || !sentence || section === undefined) {
      throw new Error(`docs/contract.md:${index + 1} is no promise with an id: ${line}`);
    }
    return [{ id, section, sentence }];
  });
}

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
