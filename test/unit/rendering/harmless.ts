import { expect } from 'vitest';
import { parsePage, type SeenElement } from './parsed-page.js';
import { render } from './render.js';

const ID = /^s-\S*$|^f-fn(?:ref)?-\d+(?:-\d+)?$|^footnote-label$/;
const ANYTHING = /^/;
const ALIGN = {
  class: /^align-(?:left|center|right)$/,
  colspan: /^[1-9]\d?$/,
  rowspan: /^[1-9]\d?$/,
};
const LIST = { class: /^contains-task-list$/ };
/** Attributes that are allowed on any element. */
const LANGUAGE: Readonly<Record<string, RegExp>> = {
  lang: /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i,
  dir: /^(?:ltr|rtl|auto)$/i,
};
const TRUTH = /^(?:true|false)$/;
const LENGTH = /^-?[\d.]{0,6}(?:em|ex|px|pt|%)?$/;
const SIDES = /^(?:(?:left|center|right|none|solid|dashed) ?)+$/;
const EMPTY = /^$/;

const each = <T>(names: string, rule: T): Readonly<Record<string, T>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, rule]));

/** Elements of presentation MathML, without the elements for actions and for embedded HTML. */
const MATH_TAGS =
  'math mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd mpadded mphantom mstyle menclose mspace mi mo mn ms mtext';
const MATH: Readonly<Record<string, RegExp>> = {
  class: /^(?:tml-[a-z-]+ ?)+$/,
  display: /^block$/,
  scriptlevel: /^[+-]?\d$/,
  mathvariant: /^normal$/,
  form: /^(?:prefix|infix|postfix)$/,
  ...each('displaystyle fence separator stretchy symmetric', TRUTH),
  ...each('largeop movablelimits accent accentunder', TRUTH),
  ...each('lspace rspace minsize maxsize width height depth voffset', LENGTH),
  ...each('linethickness rowspacing columnspacing', LENGTH),
  ...each('columnalign rowlines columnlines', SIDES),
};

/**
 * Allowed elements and attributes. The sanitiser has a list of its own. This separate list reveals mistakes in the list
 * of the sanitiser.
 */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  a: {
    id: ID,
    ...each('href title', ANYTHING),
    rel: /^nofollow ugc noopener$/,
    class: /^(?:data-footnote-backref|anchor|picture)$/,
    'aria-hidden': /^true$/,
    tabindex: /^-1$/,
    'aria-label': /^Back to reference [\d-]+$/,
    'aria-describedby': /^footnote-label$/,
    ...each('data-footnote-ref data-footnote-backref', EMPTY),
  },
  img: { ...each('src alt title', ANYTHING), loading: /^lazy$/, decoding: /^async$/ },
  h2: { id: ID, class: /^sr-only$/ },
  ...each('h3 h4 h5 h6', { id: ID }),
  section: { class: /^footnotes$/, 'data-footnotes': EMPTY },
  ul: LIST,
  ol: { ...LIST, start: /^\d{1,9}$/ },
  li: { id: ID, class: /^task-list-item$/ },
  input: {
    type: /^checkbox$/,
    ...each('checked disabled', EMPTY),
    'aria-label': /^(?:Completed|Incomplete) task$/,
  },
  div: {
    class: /^(?:table-scroll|formula|alert alert-(?:note|tip|important|warning|caution))$/,
    role: /^(?:region|note)$/,
    tabindex: /^0$/,
    'aria-label': ANYTHING,
  },
  ...each('th td', ALIGN),
  th: { ...ALIGN, scope: /^(?:row|col|rowgroup|colgroup)$/i },
  pre: { tabindex: /^0$/ },
  code: { class: /^(?:hljs language-[\w+#.-]+|formula)$/ },
  span: { id: ID, class: /^(?:hljs-[\w-]+(?: [a-z]+_+)*|language-[\w+#.-]+|picture-place)$/ },
  p: { class: /^alert-title$/ },
  figure: { class: /^diagram$/ },
  details: { open: EMPTY },
  abbr: { title: ANYTHING },
  ...each(
    'table caption thead tbody tfoot tr figcaption blockquote hr br em strong del sup summary sub kbd',
    {},
  ),
  ...each('samp var mark ins s small q cite dl dt dd b i ruby rt rp wbr', {}),
  ...each(MATH_TAGS, MATH),
};

/** Returns the URL that a browser requests if a page of the site contains `address`. */
const target = (address: string): URL => new URL(address, 'https://site.test/en/page');

/** Whether the service made the link: a link beside a heading, to a footnote, or back from a footnote. */
const isOurs = (attributes: SeenElement['attributes']): boolean =>
  attributes['data-footnote-ref'] !== undefined ||
  /^(?:anchor|data-footnote-backref)$/.test(attributes['class'] ?? '');

function expectAllowed({ tag, attributes }: SeenElement): void {
  expect(Object.keys(ALLOWED)).toContain(tag);
  for (const [name, value] of Object.entries(attributes)) {
    const rule = ALLOWED[tag]?.[name] ?? LANGUAGE[name];
    const allowed = rule?.test(value) ?? false;
    expect({ tag, name, value, allowed }).toEqual({ tag, name, value, allowed: true });
  }
  if (attributes['href'] !== undefined) {
    const { protocol } = target(attributes['href']);
    expect(['http:', 'https:', 'mailto:']).toContain(protocol);
    if (!isOurs(attributes)) expect(attributes['rel']).toBe('nofollow ugc noopener');
  }
  if (attributes['src'] !== undefined) {
    expect(['https://site.test', 'https://pictures.test']).toContain(
      target(attributes['src']).origin,
    );
  }
  if (tag === 'input') expect(attributes).toMatchObject({ type: 'checkbox', disabled: '' });
}

/** Renders Markdown, parses the HTML as a browser does, and checks every element (contract 9). */
export function expectHarmless(markdown: string): void {
  const page = parsePage(render(markdown).html);
  for (const element of page.elements) expectAllowed(element);
  expect(page.comments).toBe(0);
  expect(page.outside).toEqual(['article', 'footer']);
  expect(page.stable).toBe(true);
}
