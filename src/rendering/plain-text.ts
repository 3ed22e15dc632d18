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
  const edge = isInline(node.tagName) ? '' : LINE_END;
  parts.push(edge);
  for (const child of node.childNodes) collect(child, parts);
  parts.push(edge);
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
