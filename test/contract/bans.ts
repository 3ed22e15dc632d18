import ts from 'typescript';

/** A construct that only the exempt files may use. */
export interface Ban {
  name: string;
  /** Files that may use the construct. If `exempt` is absent, no file may use the construct. */
  exempt?: RegExp;
  matches(node: ts.Node): boolean;
}

/** The bans for `src` and `migrations`: on reading the environment, on `save()`, on reading the time, and on writing to a terminal. */
export const bans: Ban[] = [
  {
    name: 'only the configuration reads the environment',
    exempt: /^src\/platform\/config\//,
    matches: (node) =>
      isMember(node, 'process', 'env') ||
      isTakenFrom(node, 'process', 'env') ||
      (ts.isImportSpecifier(node) && nameOf(node.propertyName ?? node.name) === 'env'),
  },
  {
    name: 'nothing is stored by save(), which rewinds versions',
    matches: (node) => ts.isCallExpression(node) && memberName(node.expression) === 'save',
  },
  {
    name: 'only the clock reads the time',
    exempt: /^src\/platform\/clock\//,
    matches: (node) =>
      isMember(node, 'Date', 'now') ||
      isTakenFrom(node, 'Date', 'now') ||
      (ts.isNewExpression(node) && nameOf(node.expression) === 'Date' && !node.arguments?.length) ||
      (ts.isCallExpression(node) && nameOf(node.expression) === 'Date'),
  },
  {
    name: 'commands write only through the terminal, which shows control characters',
    exempt: /^(?!src\/operator\/)|^src\/operator\/(?:terminal|progress-bar|command-context)\.ts$/,
    matches: (node) => isMember(node, 'stdout', 'write') || isMember(node, 'stderr', 'write'),
  },
];

/** A use of a banned construct. */
export interface Breach {
  ban: string;
  line: number;
}

/** Finds every use of a banned construct in the text of the source file at `path`. */
export function breachesIn(path: string, sourceText: string): Breach[] {
  const source = ts.createSourceFile(path, sourceText, ts.ScriptTarget.Latest, true);
  const inForce = bans.filter((ban) => !ban.exempt?.test(path));
  const breaches: Breach[] = [];
  const visit = (node: ts.Node): void => {
    for (const ban of inForce.filter((candidate) => candidate.matches(node))) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      breaches.push({ ban: ban.name, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return breaches;
}

/** Matches `object.member`, `object['member']` and `globalThis.object.member`. */
function isMember(node: ts.Node, object: string, member: string): boolean {
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return false;
  const owner = node.expression;
  return memberName(node) === member && (nameOf(owner) ?? memberName(owner)) === object;
}

/** Matches `const { member } = object`. */
function isTakenFrom(node: ts.Node, object: string, member: string): boolean {
  return (
    ts.isVariableDeclaration(node) &&
    ts.isObjectBindingPattern(node.name) &&
    nameOf(node.initializer) === object &&
    node.name.elements.some((element) => nameOf(element.propertyName ?? element.name) === member)
  );
}

function memberName(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node)) return nameOf(node.argumentExpression);
  return undefined;
}

function nameOf(node: ts.Node | undefined): string | undefined {
  return node && (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) ? node.text : undefined;
}
