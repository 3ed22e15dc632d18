import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bans, breachesIn } from './bans.js';
import { projectFiles, projectRoot, readProjectFile } from './project-files.js';
import { testCallsIn } from './test-calls.js';

const files = projectFiles();
const sources = files.filter((path) => /^(src|migrations)\/.*\.ts$/.test(path));

/** Traces of the developer's machine or of unfinished work. No file may contain them. */
const traces: [name: string, pattern: RegExp, sample: string][] = [
  ['a home folder', /\/(?:home|Users)\/(?!node\b)[a-z][\w.-]*\//, '/home/someone/imprimatur'],
  ['a Windows home folder', /[A-Z]:\\Users\\/, 'C:\\Users\\someone'],
  ['a note of unfinished work', /\b(?:TODO|FIXME)\b/, '// TODO: tidy up'],
  ['a numbered ticket', /\b(?:issue|ticket|pull request|PR) ?#\d/i, 'see issue #12'],
  ['a merge conflict', /^(?:<{7}|>{7}) /, '<<<<<<< ours'],
  ['a registry host', /\bregistry\.(?:npmjs|npmmirror|yarnpkg)\./, 'https://registry.npmjs.org/'],
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

describe('the bans', () => {
  it.each([
    'process.env.PORT',
    "process['env']",
    'globalThis.process.env',
    'const { env } = process',
    "import { env } from 'node:process'",
    'repository.save(publication)',
    'this.manager?.save?.(publication)',
    'Date.now()',
    'rows.map(Date.now)',
    'const { now } = Date',
    'new Date()',
    'new Date',
    'Date()',
  ])('refuse %s', (source) => {
    expect(breachesIn('src/accounts/accounts.service.ts', source)).toHaveLength(1);
  });

  it.each([
    'new Date(row.createdAt)',
    'Date.parse(text)',
    'clock.millis()',
    'process.exitCode = 1',
    'config.env',
    "'process.env'",
    '// Date.now()',
    'saved(publication)',
    'const save = 1',
  ])('allow %s', (source) => {
    expect(breachesIn('src/accounts/accounts.service.ts', source)).toEqual([]);
  });

  it('exempt the configuration and the clock', () => {
    expect(breachesIn('src/platform/config/config.ts', 'process.env')).toEqual([]);
    expect(breachesIn('src/platform/clock/clock.ts', 'new Date(); Date.now()')).toEqual([]);
  });

  it.each(traces)('find a sample of %s', (_name, pattern, sample) => {
    expect(sample).toMatch(pattern);
  });
});
