import ts from 'typescript';

/** A call of a test function, with or without modifiers: `it.each(table)('…')` is one call. */
export interface TestCall {
  /** The literal text of the title, without the values that a template inserts at run time. */
  title: string;
  /** Words between the function and the title: `each`, `concurrent`, … */
  modifiers: string[];
  line: number;
}

const testFunctions = new Set(['describe', 'suite', 'it', 'test']);

/** Returns every test call in the text of a spec file, in order. */
export function testCallsIn(sourceText: string): TestCall[] {
  const source = ts.createSourceFile('any.spec.ts', sourceText, ts.ScriptTarget.Latest, true);
  const calls: TestCall[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments[0] && !isModifierCall(node)) {
      const modifiers = modifiersOf(node.expression);
      if (modifiers) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        calls.push({ title: literalText(node.arguments[0]), modifiers, line });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}

/** Whether a call only adds a modifier and has no title, such as `it.each(table)` in `it.each(table)('title', …)`. */
function isModifierCall(node: ts.CallExpression): boolean {
  return ts.isCallExpression(node.parent) && node.parent.expression === node;
}

/** Returns the modifiers of a callee, or `undefined` if the callee is not a test function. */
function modifiersOf(callee: ts.Expression): string[] | undefined {
  if (ts.isIdentifier(callee)) return testFunctions.has(callee.text) ? [] : undefined;
  if (ts.isPropertyAccessExpression(callee)) {
    return modifiersOf(callee.expression)?.concat(callee.name.text);
  }
  if (ts.isCallExpression(callee)) return modifiersOf(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return modifiersOf(callee.tag);
  return undefined;
}

function literalText(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => span.literal.text).join('');
  }
  if (ts.isBinaryExpression(node)) return literalText(node.left) + literalText(node.right);
  return '';
}
