import {
  defaultTreeAdapter,
  type DefaultTreeAdapterTypes as Tree,
  html,
  parseFragment,
  serialize,
  type TreeAdapter,
} from 'parse5';
import { fitText } from '../platform/validation/rule.js';
import { readAddress } from './address.js';
import { LINK_REL, LINK_SCHEMES } from './elements.js';
import { separatesWords } from './rules/html-tags.js';

/** A test for the allowed values of an attribute. */
type Rule = RegExp | ((value: string) => boolean);
type Rules = Readonly<Record<string, Rule>>;

const ANY = /^/;
const NOTHING = /^$/;
const LANGUAGE: Rules = {
  lang: /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,6}$/i,
  dir: /^(?:ltr|rtl|auto)$/i,
};
/** Patterns of ids: `s-…` for sections, `f-fn-…` for footnotes, `f-fnref-…` for references to footnotes. */
const SECTION_ID = /^s-\S*$/;
const FOOTNOTE_ID = /^f-fn(?:ref)?-[\d-]+$/;
const HEADING: Rules = { id: SECTION_ID };
const SPAN = /^[1-9]\d?$/;
const CELL: Rules = { class: /^align-(?:left|center|right)$/, colspan: SPAN, rowspan: SPAN };

function leadsSomewhere(href: string, schemes: ReadonlySet<string>): boolean {
  const address = readAddress(href);
  return address !== undefined && (address.scheme === null || schemes.has(address.scheme));
}

const href: Rule = (value) => leadsSomewhere(value, LINK_SCHEMES);
const src: Rule = (value) => leadsSomewhere(value, new Set(['http:', 'https:']));

/** Value of `srcset`: one to three addresses of stored picture files, each with its width. */
const SRCSET =
  /^(?:\/[\w-]+)+\/[0-9a-f]{64}-\d+\.\w+ \d+w(?:, (?:\/[\w-]+)+\/[0-9a-f]{64}-\d+\.\w+ \d+w){0,2}$/;
const SIZES = /^\(min-width: \d+rem\) \d+rem, \d+vw$/;
const PIXELS = /^\d{1,9}$/;

/**
 * The allow-list (contract 9): elements with their attributes and values. All elements can also have `lang` and `dir`.
 */
const HTML_ELEMENTS: Readonly<Record<string, Rules>> = {
  h2: { id: (value) => SECTION_ID.test(value) || value === 'footnote-label', class: /^sr-only$/ },
  h3: HEADING,
  h4: HEADING,
  h5: HEADING,
  h6: HEADING,
  p: { class: /^alert-title$/ },
  div: {
    class: /^(?:table-scroll|formula|alert alert-(?:note|tip|important|warning|caution))$/,
    role: /^(?:region|note)$/,
    tabindex: /^0$/,
    'aria-label': ANY,
  },
  section: { class: /^footnotes$/, 'data-footnotes': NOTHING },
  ul: { class: /^contains-task-list$/ },
  ol: { class: /^contains-task-list$/, start: /^\d{1,9}$/ },
  li: { id: FOOTNOTE_ID, class: /^task-list-item$/ },
  input: { type: /^checkbox$/, checked: NOTHING, disabled: NOTHING, 'aria-label': ANY },
  th: { ...CELL, scope: /^(?:row|col|rowgroup|colgroup)$/i },
  td: CELL,
  pre: { tabindex: /^0$/ },
  code: { class: /^(?:hljs language-[\w+#.-]+|formula)$/ },
  span: {
    id: SECTION_ID,
    class: /^(?:hljs-[\w-]+(?: [a-z]+_+)*|language-[\w+#.-]+|picture-place)$/,
  },
  figure: { class: /^(?:diagram|picture)$/ },
  picture: {},
  source: { type: /^image\/webp$/, srcset: SRCSET, sizes: SIZES },
  a: {
    id: FOOTNOTE_ID,
    href,
    title: ANY,
    rel: new RegExp(`^${LINK_REL}$`),
    class: /^(?:data-footnote-backref|anchor|picture)$/,
    'aria-label': ANY,
    'aria-hidden': /^true$/,
    'aria-describedby': /^footnote-label$/,
    tabindex: /^-1$/,
    'data-footnote-ref': NOTHING,
    'data-footnote-backref': NOTHING,
  },
  img: {
    src,
    srcset: SRCSET,
    sizes: SIZES,
    alt: ANY,
    title: ANY,
    width: PIXELS,
    height: PIXELS,
    loading: /^lazy$/,
    decoding: /^async$/,
  },
  details: { open: NOTHING },
  abbr: { title: ANY },
  ...Object.fromEntries(
    (
      'table caption thead tbody tfoot tr blockquote hr br em strong del sup figcaption summary sub kbd samp var ' +
      'mark ins s small q cite dl dt dd b i ruby rt rp wbr'
    )
      .split(' ')
      .map((name) => [name, {}]),
  ),
};

const LENGTH = /^-?\d{0,2}(?:\.\d{1,4})?(?:em|ex|px|pt|%)?$/;
const TRUTH = /^(?:true|false)$/;
const MATH_RULES: Rules = {
  class: /^tml-[a-z-]+(?: tml-[a-z-]+)*$/,
  display: /^block$/,
  displaystyle: TRUTH,
  scriptlevel: /^[+-]?\d$/,
  mathvariant: /^normal$/,
  fence: TRUTH,
  separator: TRUTH,
  stretchy: TRUTH,
  symmetric: TRUTH,
  largeop: TRUTH,
  movablelimits: TRUTH,
  accent: TRUTH,
  accentunder: TRUTH,
  form: /^(?:prefix|infix|postfix)$/,
  lspace: LENGTH,
  rspace: LENGTH,
  minsize: LENGTH,
  maxsize: LENGTH,
  width: LENGTH,
  height: LENGTH,
  depth: LENGTH,
  voffset: LENGTH,
  linethickness: LENGTH,
  rowspacing: LENGTH,
  columnspacing: LENGTH,
  columnalign: /^(?:left|center|right)(?: (?:left|center|right)){0,50}$/,
  rowlines: /^(?:none|solid|dashed)(?: (?:none|solid|dashed)){0,50}$/,
  columnlines: /^(?:none|solid|dashed)(?: (?:none|solid|dashed)){0,50}$/,
};
const MATH_ELEMENTS = new Set(
  (
    'math mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts ' +
    'mtable mtr mtd mpadded mphantom mstyle menclose mspace mi mo mn ms mtext'
  ).split(' '),
);
/** MathML elements that can contain HTML elements. The sanitiser keeps only their text. */
const MATH_TEXT = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);

/**
 * Elements that are dropped with their content, which is code or data. Of all other forbidden elements, only the tags
 * are dropped.
 */
const DROPPED = new Set('script style template iframe noframes noembed noscript'.split(' '));

const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;
const isText = (node: Tree.Node): node is Tree.TextNode => node.nodeName === '#text';

function rulesOf({ namespaceURI, tagName }: Tree.Element): Rules | undefined {
  if (namespaceURI === html.NS.HTML) return own(HTML_ELEMENTS, tagName);
  if (namespaceURI !== html.NS.MATHML || !MATH_ELEMENTS.has(tagName)) return undefined;
  return MATH_RULES;
}

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function isAllowed(name: string, value: string, rules: Rules): boolean {
  const rule = own(rules, name) ?? own(LANGUAGE, name);
  return rule !== undefined && (rule instanceof RegExp ? rule.test(value) : rule(value));
}

function textOf(root: Tree.Node): string {
  const waiting: (Tree.Node | ' ')[] = [root];
  let text = '';
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node === ' ') text += ' ';
    else if (isText(node)) text += node.value;
    else if ('childNodes' in node && !DROPPED.has(node.nodeName)) {
      const edge: ' '[] = isElement(node) && separatesWords(node.tagName) ? [' '] : [];
      waiting.push(...edge);
      for (const child of node.childNodes.toReversed()) waiting.push(child);
      text += edge.join('');
    }
  }
  return text;
}

/**
 * Copies an array. In V8, an array that grew has spare room for 17 elements, and a copy has none. With copies, the tree
 * of a long document takes a quarter less memory.
 */
const compact = <T>(items: readonly T[]): T[] => items.slice();

const TREE: TreeAdapter<Tree.DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  createElement: (tagName, namespace, attrs) =>
    defaultTreeAdapter.createElement(tagName, namespace, compact(attrs)),
  onItemPop(element) {
    element.childNodes = compact(element.childNodes);
  },
};

/**
 * Makes a text node without a parent, because parse5 does not escape the text of some parents, such as `style`. Removes
 * characters that content must not have (contract 2).
 */
const textNode = (value: string): Tree.ChildNode => ({
  nodeName: '#text',
  value: fitText(value),
  parentNode: null,
});

/**
 * Maximum depth of elements. The Markdown parser allows at most 100 levels. Browsers need a minute for thousands of
 * levels.
 */
const MAX_DEPTH = 250;

/** Returns the allowed part of a node: the node, only its content, or nothing; at depth `MAX_DEPTH`, only its text. */
function kept(node: Tree.ChildNode, depth: number): Tree.ChildNode[] {
  if (isText(node)) return [textNode(node.value)];
  if (!isElement(node) || DROPPED.has(node.tagName)) return [];
  if (depth === MAX_DEPTH) return [textNode(textOf(node))];
  const rules = rulesOf(node);
  if (!rules) return node.childNodes.flatMap((child) => kept(child, depth + 1));
  for (const attribute of node.attrs) attribute.value = fitText(attribute.value);
  node.attrs = compact(
    node.attrs.filter(
      ({ name, value, namespace }) => namespace === undefined && isAllowed(name, value, rules),
    ),
  );
  if (node.tagName === 'input' && !isDisabledBox(node)) return [];
  const isMathText = node.namespaceURI === html.NS.MATHML && MATH_TEXT.has(node.tagName);
  node.childNodes = isMathText
    ? [textNode(textOf(node).trim())]
    : compact(node.childNodes.flatMap((child) => kept(child, depth + 1)));
  return [node];
}

const isDisabledBox = ({ attrs }: Tree.Element): boolean =>
  ['type', 'disabled'].every((name) => attrs.some((attribute) => attribute.name === name));

/**
 * Parses HTML as browsers do (WHATWG HTML, by parse5), and removes everything that the allow-list does not permit. This
 * is the last step of a rendering. It trusts no earlier step: even if a parser rule is wrong, no forbidden element,
 * attribute, class, id or scheme stays.
 */
export function sanitised(written: string): Tree.DocumentFragment {
  const fragment = parseFragment(written, { treeAdapter: TREE });
  fragment.childNodes = fragment.childNodes.flatMap((child) => kept(child, 0));
  return fragment;
}

/** Number of top-level nodes that are serialized together. */
const NODES_AT_ONCE = 500;

/**
 * Serializes a page to HTML, and empties the page. The nodes are serialized and encoded in parts. Serializing the whole
 * page at once would keep in memory all the pieces from which the HTML string is built. These pieces take as much
 * memory as the page.
 */
export function serialized(page: Tree.DocumentFragment): string {
  const parts: Buffer[] = [];
  while (page.childNodes.length > 0) {
    const childNodes = page.childNodes.splice(0, NODES_AT_ONCE);
    parts.push(Buffer.from(serialize({ ...page, childNodes })));
  }
  return Buffer.concat(parts).toString().trim();
}
