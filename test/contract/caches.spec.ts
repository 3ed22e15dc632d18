import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from './project-files.js';

/** A map, set or cache that exists as long as its module or its provider. */
interface Kept {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
  /** Arguments of the constructor. */
  readonly options: string;
  /** Whether code adds entries after the module has loaded. */
  readonly grows: boolean;
  /** Whether code removes entries. */
  readonly shrinks: boolean;
}

/** Finds the collections of a file. Maps with weak keys are left out, because they keep no key alive. */
function keptIn(path: string, text: string): Kept[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Pick<Kept, 'name' | 'kind' | 'options'>[] = [];
  const calls: { name: string; method: string; atLoad: boolean }[] = [];
  const visit = (node: ts.Node, inFunction: boolean): void => {
    const declared = ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node);
    if (declared && !inFunction && node.initializer && ts.isNewExpression(node.initializer)) {
      const kind = node.initializer.expression.getText();
      const options = (node.initializer.arguments ?? []).map((each) => each.getText()).join();
      if (/^(Map|Set|LRUCache)$/.test(kind))
        found.push({ name: node.name.getText(), kind, options });
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const name = node.expression.expression.getText().replace(/^this\./, '');
      calls.push({ name, method: node.expression.name.text, atLoad: !inFunction });
    }
    const within = inFunction || (ts.isFunctionLike(node) && !ts.isConstructorDeclaration(node));
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(file, false);
  const does = (name: string, methods: RegExp) =>
    calls.some((call) => call.name === name && methods.test(call.method) && !call.atLoad);
  return found.map(({ name, kind, options }) => ({
    path,
    name,
    kind,
    options,
    grows: does(name, /^(set|add)$/),
    shrinks: does(name, /^(delete|clear)$/),
  }));
}

/** Collections that belong to objects which exist only during one task, or one command. */
const SHORT_LIVED = [
  'src/evidence/evidence-folder.ts: hashes',
  'src/operator/published-files.ts: #folders',
  'src/verify/audit-facts.ts: publishes',
  'src/verify/audit-facts.ts: owners',
  'src/documents/edit-intervals.ts: others',
  'src/search/vector.ts: places',
];

const placeOf = ({ path, name }: Kept): string => `${path}: ${name}`;

const kept = projectFiles()
  .filter((path) => /^src\/.*\.ts$/.test(path))
  .flatMap((path) => keptIn(path, readProjectFile(path)));
const caches = kept.filter(({ kind }) => kind === 'LRUCache');
const growing = kept.filter(({ kind, grows }) => kind !== 'LRUCache' && grows);
const inHand = growing.filter((each) => !SHORT_LIVED.includes(placeOf(each)));

/** Pairs each collection with its name, for the title of its test. */
const named = (some: readonly Kept[]) => some.map((each) => [placeOf(each), each] as const);

describe('a collection that the process keeps', () => {
  it.each(named(caches))(
    '[4.bounded-memory] has a bound if it is an LRU cache: %s',
    (_, { options }) => {
      expect(options).toMatch(/\bmax(Size)?:/);
    },
  );

  it.each(named(inHand))(
    '[4.bounded-memory] also removes entries if it adds entries: %s',
    (_, { shrinks }) => {
      expect(shrinks).toBe(true);
    },
  );

  it('is recognised in the source text', () => {
    expect(caches.length + growing.length).toBeGreaterThan(5);
    const sample = `
      const fixed = new Set([1]);
      for (const each of [2]) fixed.add(each);
      const names = new Map<string, string>();
      export const name = (of: string) => names.set(of, of);
      class Provider {
        private readonly inHand = new Map();
        private readonly cache = new LRUCache<string, string>({ max: 5 });
        run(work: string) { this.inHand.set(work, 1); this.inHand.delete(work); new Map().set(1, 1); }
      }`;
    expect(keptIn('sample.ts', sample)).toMatchObject([
      { name: 'fixed', kind: 'Set', options: '[1]', grows: false, shrinks: false },
      { name: 'names', kind: 'Map', options: '', grows: true, shrinks: false },
      { name: 'inHand', kind: 'Map', options: '', grows: true, shrinks: true },
      { name: 'cache', kind: 'LRUCache', options: '{ max: 5 }', grows: false, shrinks: false },
    ]);
    expect(growing.map(placeOf)).toEqual(expect.arrayContaining(SHORT_LIVED));
  });
});
