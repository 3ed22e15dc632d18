import type { Options } from 'rehype-sanitize';
import { IMAGE_SCHEMES } from './elements/image.js';
import { LINK_REL, LINK_SCHEMES } from './elements/link.js';

const TAGS = [
  'h2 h3 h4 h5 h6 p blockquote hr div section',
  'ul ol li input',
  'table thead tbody tr th td',
  'pre code span',
  'a img br em strong del sup',
];

/** Headings (`s-…`), footnotes and their references (`f-fn-…`, `f-fnref-…`), the footnotes' label. */
const ID: [string, RegExp, string] = ['id', /^(?:s-|f-fn-|f-fnref-)\S*$/, 'footnote-label'];

const ALIGNMENT: [string, ...string[]] = ['className', 'align-left', 'align-center', 'align-right'];

/**
 * Everything that may be in a rendered document, and nothing else (CONTRACT 9). It runs last and
 * trusts nothing before it: even where an element handler went wrong, no other tag, attribute, class,
 * id or scheme gets through.
 */
export const ALLOW_LIST: Options = {
  tagNames: TAGS.flatMap((line) => line.split(' ')),
  attributes: {
    h2: [ID, ['className', 'sr-only']],
    h3: [ID],
    h4: [ID],
    h5: [ID],
    h6: [ID],
    a: [
      ID,
      'href',
      'title',
      'ariaLabel',
      ['rel', ...LINK_REL],
      ['className', 'data-footnote-backref', 'anchor'],
      ['ariaHidden', 'true'],
      ['tabIndex', -1],
      ['ariaDescribedBy', 'footnote-label'],
      ['dataFootnoteRef', true],
      ['dataFootnoteBackref', ''],
    ],
    img: ['src', 'alt', 'title', ['loading', 'lazy'], ['decoding', 'async']],
    section: [
      ['dataFootnotes', true],
      ['className', 'footnotes'],
    ],
    ul: [['className', 'contains-task-list']],
    ol: [
      ['className', 'contains-task-list'],
      ['start', /^\d+$/],
    ],
    li: [ID, ['className', 'task-list-item']],
    input: [['type', 'checkbox'], ['checked', true], ['disabled', true], 'ariaLabel'],
    div: [['className', 'table-scroll'], ['role', 'region'], ['tabIndex', 0], 'ariaLabel'],
    th: [ALIGNMENT],
    td: [ALIGNMENT],
    pre: [['tabIndex', 0]],
    code: [['className', 'hljs', /^language-[\w+#.-]+$/]],
    span: [['className', /^hljs-[\w-]+$/, /^[a-z]+_+$/]],
  },
  required: { input: { type: 'checkbox', disabled: true } },
  protocols: { href: LINK_SCHEMES, src: IMAGE_SCHEMES },
  strip: [],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};
