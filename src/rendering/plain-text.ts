import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

const INLINE = new Set(
  (
    'a br code del em img picture source input span strong sup sub kbd samp var mark ins s small abbr q cite b i ' +
    'ruby rt rp wbr mrow mi mo mn ms mtext mfrac msqrt mroot msub msup msubsup munder mover ' +
    'munderover mpadded mphantom mstyle menclose mspace math'
  ).split(' '),
);

/** Whether an element stands within a line of text. */
export const isInline = (tagName: string): boolean => INLINE.has(tagName);

/** Marks a line end. Rendered text never contains NUL, because the Markdown parser replaces NUL. */
const LINE_END = '\0';

/** Attributes of the links between text and footnotes. The text of these links is omitted. */
const MARKS = new Set(['data-footnote-ref', 'data-footnote-backref']);

const attribute = ({ attrs }: Tree.Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;

const isMark = (element: Tree.Element): boolean =>
  element.attrs.some(({ name }) => MARKS.has(name)) ||
  attribute(element, 'id') === 'footnote-label' ||
  attribute(element, 'class') === 'picture-place';

/** What is written before the parts of a formula, by their positions: without it, one half would be 12. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  mfrac: ['', '/'],
  msqrt: ['√'],
  msup: ['', '^'],
  msubsup: ['', '', '^'],
};

const EXPONENT = /^[-+−–]?\d/;

/** Whether a part of a formula needs parentheses on a line: `(a+b)/2` is not `a+b/2`, and `x^(2n)` is not `x^2n`. */
function isSplit(part: Tree.Node, isFirst: boolean): boolean {
  if (part.nodeName !== 'mrow') return false;
  const [first, ...others] = part.childNodes;
  if (isFirst) return others.some(({ nodeName }) => nodeName === 'mo');
  return others.length > (first?.nodeName === 'mo' ? 1 : 0);
}

/** Keeps a number apart from the exponent or fraction behind it. */
function gapBefore({ tagName, childNodes: [first] }: Tree.Element, before: string): string {
  if (!/\d$/.test(before)) return '';
  if (tagName === 'mfrac') return ' ';
  return tagName === 'sup' && first && 'value' in first && EXPONENT.test(first.value) ? '^' : '';
}

function collect(node: Tree.Node, parts: string[]): void {
  if ('value' in node) parts.push(node.value);
  if (!('childNodes' in node)) return;
  if (!('tagName' in node)) {
    for (const child of node.childNodes) collect(child, parts);
    return;
  }
  if (isMark(node)) return;
  if (node.tagName === 'br') parts.push(' ');
  if (node.tagName === 'img') parts.push(attribute(node, 'alt') ?? '');
  const isWithinLine = isInline(node.tagName);
  const edge = isWithinLine ? gapBefore(node, parts.at(-1) ?? '') : LINE_END;
  if (edge !== '') parts.push(edge);
  const signs = SIGNS[node.tagName];
  for (const [at, child] of node.childNodes.entries()) {
    // A raised sign is no exponent: 90°, x′, H+.
    if (signs?.[at] && child.nodeName !== 'mo') parts.push(signs[at]);
    const isBracketed = signs !== undefined && isSplit(child, at === 0);
    if (isBracketed) parts.push('(');
    collect(child, parts);
    if (isBracketed) parts.push(')');
  }
  if (!isWithinLine) parts.push(LINE_END);
}

/** Extracts the text of a page: each block becomes one line, and each picture becomes its alternative text. */
export function plainText(page: Tree.Node): string {
  const parts: string[] = [];
  collect(page, parts);
  return parts
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ?\0[ \0]*/g, '\n')
    .trim();
}
