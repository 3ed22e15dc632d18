import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bans, breachesIn } from './bans.js';
import { projectFiles, projectRoot, readProjectFile } from './project-files.js';
import { testCallsIn } from './test-calls.js';

const files = projectFiles();
const sources = files.filter((path) => /^(src|migrations)\/.*\.ts$/.test(path));

/** Traces of the developer's machine or of unfinished work. No file may contain them. */
const traces: [name: string, pattern: RegExp][] = [
  ['a home folder', /\/(?:home|Users)\/(?!node\b)[a-z][\w.-]*\//],
  ['a Windows home folder', /[A-Z]:\\Users\\/],
  ['a note of unfinished work', /\b(?:TODO|FIXME)\b/],
  ['a numbered ticket', /\b(?:issue|ticket|pull request|PR) ?#\d/i],
  ['a merge conflict', /^(?:<{7}|>{7}) /],
  ['a registry host', /\bregistry\.(?:npmjs|npmmirror|yarnpkg)\./],
];

describe('the sources', () => {
  const breaches = sources.flatMap((path) =>
    breachesIn(path, readProjectFile(path)).map(({ ban, line }) => ({
      ban,
      place: `${path}:${line}`,
    })),
  );

  it.each(bans.map((ban) => ban.name))('keep the rule: %s', (name) => {
    const places = breaches.filter((breach) => breach.ban === name).map((breach) => breach.place);
    expect(places).toEqual([]);
  });

  it('have no barrel', () => {
    expect(sources.filter((path) => path.endsWith('/index.ts'))).toEqual([]);
  });

  it('have no file over 300 lines, except the schema', () => {
    const long = sources.filter(
      (path) => path.startsWith('src/') && readProjectFile(path).split('\n').length - 1 > 300,
    );
    expect(long).toEqual([]);
  });
});

describe('the tests', () => {
  it('have no test with the modifier only, skip or todo', () => {
    const specs = files.filter((path) => /^test\/.*\.ts$/.test(path));
    const marked = specs.flatMap((path) =>
      testCallsIn(readProjectFile(path))
        .filter((call) => call.modifiers.some((name) => ['only', 'skip', 'todo'].includes(name)))
        .map((call) => `${path}:${call.line}`),
    );
    expect(marked).toEqual([]);
  });
});

describe('the lock file', () => {
  it('names no registry host, so any registry can serve the packages', () => {
    const hosted = readProjectFile('package-lock.json').match(/"resolved": ".*:\/\/.*"/g);
    expect(hosted).toBeNull();
  });
});

describe('the tree', () => {
  const lines = files
    .filter((path) => path !== 'test/contract/source-bans.spec.ts')
    .map((path) => ({ path, text: readProjectFile(path) }))
    .filter(({ text }) => !text.includes('\0'))
    .flatMap(({ path, text }) =>
      text.split('\n').map((line, index) => ({ line, place: `${path}:${index + 1}` })),
    );

  it.each(traces)('has no trace of %s', (_name, pattern) => {
    const marked = lines.filter(({ line }) => pattern.test(line));
    expect(marked.map(({ place }) => place)).toEqual([]);
  });

  it('does not contain the path of the folder that the project is in', () => {
    const whereabouts = `${dirname(projectRoot)}/`;
    // If the project is directly below the root, `whereabouts` is `//`, which every URL contains.
    const telling = lines.filter(({ line }) => whereabouts !== '//' && line.includes(whereabouts));
    expect(telling.map(({ place }) => place)).toEqual([]);
  });
});
