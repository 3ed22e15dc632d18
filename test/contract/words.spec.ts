import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from './project-files.js';

/** Banned words (docs/style.md), in the forms in which they occur in texts and names, each with its replacement. */
const WORDS: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bCONTRACT \d/, 'contract n, which is docs/contract.md'],
  [/promises\.json/, 'docs/contract.md'],
  [/\bworking index\b/i, 'draft index'],
  [/\bobstacles\b/i, 'deferred problems'],
  [/\bshall\b/i, 'must, should, or the plain present'],
  [/\bovertaken\b/i, 'superseded'],
  [/\bpok(?:e|ed|es|ing)\b/i, 'wake'],
  [/\b(?:both|the|a) doors?\b/i, 'interface, or channel'],
  [/wholeFaults/, 'crossFieldErrors'],
  [/ofRevisionAlone/, 'perRevision'],
  [/\bWorking(?:Queue|Index|Indexer|Claim)\b/, 'Draft…'],
  [/\blostRace\b/, 'isSerializationFailure'],
  [/MAX_TOLD/, 'MAX_REPORTED'],
  [/\bamidst\b/i, 'within, overlaps'],
  [/\b(?:Public|Account)Reads\b|\b(?:Worker|Heartbeat)Database\b/, 'Database (ADR 15)'],
];

/** Files written by hand, except those that quote banned words or contain sample texts. */
const files = projectFiles().filter(
  (path) =>
    /^(src|test|docs|bench|examples)\/.*\.(ts|mjs|js|md|json|css|sql|sh)$|^[A-Z]+\.md$/.test(
      path,
    ) &&
    !/^docs\/style\.md$|^test\/contract\/words\.spec\.ts$|\/golden\/|stop-words|^test\/search\/collection/.test(
      path,
    ),
);

describe('a word that was replaced', () => {
  it.each(WORDS)('%s is used nowhere', (word) => {
    const uses = files.flatMap((path) =>
      readProjectFile(path)
        .split('\n')
        .flatMap((line, index) => (word.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );
    expect(uses).toEqual([]);
  });
});
