import ts from 'typescript';

/** One statement of the service contract: what is promised, and where the contract says so. */
export interface ServicePromise {
  /** Number of the contract's section and a name of its own: `2.slug-nfkc`. */
  id: string;
  /** Heading of the manifest under which it stands; begins with the number of the section. */
  section: string;
  sentence: string;
}

/**
 * The promises of a manifest, in its order. The text is read as a syntax tree because `JSON.parse`
 * drops the first of two equal ids without a word.
 */
export function promisesIn(manifest: string): ServicePromise[] {
  const root = ts.parseJsonText('promises.json', manifest).statements[0]?.expression;
  return membersOf(root).flatMap(([section, group]) =>
    membersOf(group).map(([id, sentence]) => ({ id, section, sentence: textOf(sentence) })),
  );
}

function membersOf(node: ts.Node | undefined): [name: string, value: ts.Expression][] {
  if (!node || !ts.isObjectLiteralExpression(node)) throw new Error('an object was expected');
  return node.properties.map((member) => {
    if (!ts.isPropertyAssignment(member)) throw new Error('a member with a value was expected');
    return [textOf(member.name), member.initializer];
  });
}

function textOf(node: ts.Node): string {
  if (!ts.isStringLiteral(node)) throw new Error('a string was expected');
  return node.text;
}
