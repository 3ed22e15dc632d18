import { generate, lexer, parse, walk } from 'css-tree';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles, projectRoot, readProjectFile } from '../../contract/project-files.js';

/** Properties that css-tree does not know yet. A browser that does not know such a property ignores it. */
const NEWER = new Set([
  'hanging-punctuation',
  'overflow-clip-margin',
  'text-autospace',
  'text-wrap',
]);

const css = readFileSync(join(projectRoot, 'assets/site.css'), 'utf8');
const values = new Map(
  Array.from(css.matchAll(/(--[\w-]+): ([^;]+);/g), ([, name, value]) => [name!, value!]),
);
/** Replaces each `var()` with a value of its property, because css-tree cannot check a `var()`. */
const resolved = (value: string): string =>
  value.replace(/var\((--[\w-]+)[^()]*\)/g, (_, name: string) => resolved(values.get(name)!));
const errors: string[] = [];
const sheet = parse(css, {
  positions: true,
  onParseError: (error) => errors.push(`${error.line} ${error.message}`),
});

describe('assets/site.css', () => {
  it('can be parsed', () => {
    expect(errors).toEqual([]);
  });

  it('has only known properties with valid values', () => {
    const faults: string[] = [];
    walk(sheet, (node) => {
      if (node.type !== 'Declaration' || NEWER.has(node.property)) return;
      const value = resolved(generate(node.value));
      if (node.property.startsWith('--') || value.startsWith('-webkit-')) return;
      const { error } = lexer.matchProperty(node.property, value);
      if (error) faults.push(`${node.loc?.start.line} ${generate(node)}: ${error.message}`);
    });
    expect(faults).toEqual([]);
  });

  it('defines and uses each of its custom properties', () => {
    const defined = new Set(values.keys());
    const used = new Set(Array.from(css.matchAll(/var\((--[\w-]+)/g), ([, name]) => name));
    expect(defined).toEqual(used);
  });

  it('has only classes that the sources of the pages use', () => {
    const classes = new Set<string>();
    walk(sheet, (node) => {
      if (node.type === 'ClassSelector') classes.add(node.name);
    });
    const pages = projectFiles()
      .filter((path) => /^src\/(desk|site|rendering|previews)\//.test(path))
      .map(readProjectFile)
      .join('\n');
    // Matches classes of highlight.js and Temml, and classes made from a prefix, such as `alert-${kind}`.
    const made = /^(?:hljs|tml)|^(?<prefix>[a-z]+-)/;
    const unused = [...classes].filter((name) => {
      if (new RegExp(`\\b${name}\\b`).test(pages)) return false;
      const match = made.exec(name);
      return (
        !match || (match.groups?.['prefix'] && !pages.includes(`${match.groups['prefix']}\${`))
      );
    });
    expect(unused).toEqual([]);
  });
});
