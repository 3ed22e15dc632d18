import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles, projectRoot, readProjectFile } from './project-files.js';

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

/** Constructs that only the exempt files may use. */
const BANS: [rule: string, pattern: RegExp, exempt: RegExp][] = [
  [
    'only the configuration reads the environment',
    /\bprocess\s*(?:\.\s*env|\[\s*'env')\b|\{[^}]*\benv\b[^}]*\} = process\b|\{ env\b.* from 'node:process'/,
    /^src\/platform\/config\//,
  ],
  ['nothing is stored by save(), which rewinds versions', /\.save\(/, /^$/],
  [
    'only the clock reads the time',
    /\bDate\.now\b|\bnew Date\(\)|\{[^}]*\bnow\b[^}]*\} = Date\b|(?<!new )\bDate\(/,
    /^src\/platform\/clock\//,
  ],
  [
    'commands write only through the terminal, which shows control characters',
    /\bstd(?:out|err)\.write\b/,
    /^(?!src\/operator\/)|^src\/operator\/(?:terminal|progress-bar|command-context)\.ts$/,
  ],
];

/** Returns the lines of a file without comments. */
const codeOf = (path: string): string[] =>
  readProjectFile(path)
    .replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((line) => line.replace(/(?<!:)\/\/.*$/, ''));

describe('the sources', () => {
  it.each(BANS)('keep the rule: %s', (_rule, pattern, exempt) => {
    const places = sources
      .filter((path) => !exempt.test(path))
      .flatMap((path) =>
        codeOf(path).flatMap((line, index) => (pattern.test(line) ? `${path}:${index + 1}` : [])),
      );
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
