import { expect } from 'vitest';
import { parsePage, type SeenElement, type SeenPage } from './parsed-page.js';
import { renderMarkdown } from '../../../src/rendering/render-markdown.js';

const ID = /^(?:s-|f-fn-|f-fnref-)\S*$|^footnote-label$/;
const ANYTHING = /^/;
const ALIGN = { class: /^align-(?:left|center|right)$/ };
const LIST = { class: /^contains-task-list$/ };

/** Written down again here, so that a slip in the sanitiser's own list is seen. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  a: {
    id: ID,
    href: ANYTHING,
    title: ANYTHING,
    rel: /^nofollow ugc noopener$/,
    class: /^(?:data-footnote-backref|anchor)$/,
    'aria-hidden': /^true$/,
    tabindex: /^-1$/,
    'aria-label': /^Back to reference [\d-]+$/,
    'aria-describedby': /^footnote-label$/,
    'data-footnote-ref': /^$/,
    'data-footnote-backref': /^$/,
  },
  img: {
    src: ANYTHING,
    alt: ANYTHING,
    title: ANYTHING,
    loading: /^lazy$/,
    decoding: /^async$/,
  },
  h2: { id: ID, class: /^sr-only$/ },
  h3: { id: ID },
  h4: { id: ID },
  h5: { id: ID },
  h6: { id: ID },
  section: { class: /^footnotes$/, 'data-footnotes': /^$/ },
  ul: LIST,
  ol: { ...LIST, start: /^\d{1,9}$/ },
  li: { id: ID, class: /^task-list-item$/ },
  input: {
    type: /^checkbox$/,
    checked: /^$/,
    disabled: /^$/,
    'aria-label': /^(?:Completed|Incomplete) task$/,
  },
  div: { class: /^table-scroll$/, role: /^region$/, tabindex: /^0$/, 'aria-label': ANYTHING },
  table: {},
  thead: {},
  tbody: {},
  tr: {},
  th: ALIGN,
  td: ALIGN,
  pre: { tabindex: /^0$/ },
  code: { class: /^hljs language-[\w+#.-]+$/ },
  span: { class: /^(?:hljs-[\w-]+(?: [a-z]+_+)*)?$/ },
  p: {},
  blockquote: {},
  hr: {},
  br: {},
  em: {},
  strong: {},
  del: {},
  sup: {},
};

/** Where a browser goes from a page of the site. */
const target = (address: string): URL => new URL(address, 'https://site.test/en/page');

/** The link beside a heading, to a footnote, or back from it. */
const isOurs = (attributes: SeenElement['attributes']): boolean =>
  attributes['data-footnote-ref'] !== undefined ||
  /^(?:anchor|data-footnote-backref)$/.test(attributes['class'] ?? '');

function expectAllowed({ tag, attributes }: SeenElement): void {
  expect(Object.keys(ALLOWED)).toContain(tag);
  for (const [name, value] of Object.entries(attributes)) {
    const allowed = ALLOWED[tag]?.[name]?.test(value) ?? false;
    expect({ tag, name, value, allowed }).toEqual({ tag, name, value, allowed: true });
  }
  if (attributes['href'] !== undefined) {
    const { protocol } = target(attributes['href']);
    expect(['http:', 'https:', 'mailto:']).toContain(protocol);
    if (!isOurs(attributes)) expect(attributes['rel']).toBe('nofollow ugc noopener');
  }
  if (attributes['src'] !== undefined) {
    expect(target(attributes['src']).protocol).toBe('https:');
    expect(attributes['src']).not.toMatch(/^[/\\]{2}/);
  }
  if (tag === 'input') expect(attributes).toMatchObject({ type: 'checkbox', disabled: '' });
}

/** Renders, reads as a browser does, and looks at every element and attribute (CONTRACT 9). */
export function expectHarmless(markdown: string): SeenPage {
  const page = parsePage(renderMarkdown(markdown).html);
  for (const element of page.elements) expectAllowed(element);
  expect(page.comments).toBe(0);
  expect(page.outside).toEqual(['article', 'footer']);
  expect(page.stable).toBe(true);
  return page;
}
