import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles, projectRoot } from './project-files.js';

const sources = projectFiles().filter((path) => /^(src|migrations)\/.*\.ts$/.test(path));
/** The rules and options that `npx depcruise src migrations` also uses. */
const options = await extractDepcruiseOptions(join(projectRoot, '.dependency-cruiser.cjs'));
const rules = options.ruleSet?.forbidden ?? [];

describe('the source tree', async () => {
  const { output } = await cruise(['src', 'migrations'], { ...options, baseDir: projectRoot });
  if (typeof output === 'string') throw new Error('a cruise result was expected');
  const tree = output;

  it('imports only what the architecture allows', () => {
    const lines = tree.summary.violations.map(
      ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
    );
    expect(lines).toEqual([]);
  });

  it('is read completely', () => {
    const read = new Set(tree.modules.map((module) => module.source));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((path) => !read.has(path))).toEqual([]);
  });

  it('has no folder without a rule', () => {
    const ruled = new Set(rules.map((rule) => rule.name));
    expect(foldersOf('src').filter((folder) => !ruled.has(`${folder}-imports`))).toEqual([]);
  });

  it('has every file that the rules call pure', () => {
    const names = rules.find((rule) => rule.name === 'pure-knows-no-framework')?.from.path;
    const missing = [names ?? []]
      .flat()
      .filter((name) => !sources.some((path) => new RegExp(name).test(path)));
    expect(names).toBeInstanceOf(Array);
    expect(missing).toEqual([]);
  });

  it('lets each folder import only folders above it, so that there is no circle of folders', () => {
    const known: string[] = [];
    for (const { name, comment } of rules) {
      const [, imported] = /^\S+ imports (?!features|no other)(.*)\.$/.exec(comment ?? '') ?? [];
      const folder = /^(.*)-imports$/.exec(name ?? '')?.[1];
      if (folder === undefined) continue;
      const others = imported?.split(', ') ?? [];
      expect([folder, others.filter((other) => !known.includes(other))]).toEqual([folder, []]);
      known.push(folder);
    }
  });
});

function foldersOf(path: string): string[] {
  return readdirSync(join(projectRoot, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
