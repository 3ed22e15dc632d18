const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/**
 * Elements within a line of text. Only their tags join the words beside them: `H<sub>2</sub>O` is one word. All other
 * tags separate words (contract 9).
 */
const WITHIN_LINE = names(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q rb rp rt rtc ruby s samp small ' +
    'span strike strong sub sup time tt u var wbr',
);

/** Whether tags of an element separate the words beside them, as spaces do. @param name in lower case */
export const separatesWords = (name: string): boolean => !WITHIN_LINE.has(name);

/** Elements with an end tag that are kept. */
export const WITH_END = names(
  'details summary sub sup kbd samp var mark ins del s small abbr q cite dl dt dd p div span b i strong em ruby rt rp ' +
    'code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table caption thead tbody tfoot tr th td',
);
export const WITHOUT_END = names('br hr wbr');

/** Elements that load another document or a recording. Each becomes a link to its source. */
export const EMBEDS = names('audio embed iframe object video');

/** Elements whose text is code or data, not text for readers. */
export const NOT_TEXT = names('script style template iframe noframes noembed noscript');

const each = (list: string, as: string): [string, string][] =>
  list.split(' ').map((name) => [name, as]);

/** Blocks that are not kept, each with the kept element that replaces it. */
export const REPLACED: ReadonlyMap<string, string> = new Map([
  ...each(
    'address article aside center dialog fieldset figcaption figure footer form header hgroup legend listing main nav ' +
      'plaintext search section xmp',
    'div',
  ),
  ...each('dir menu', 'ul'),
]);

/** Whether an element is shown as a block, which ends the paragraph before it. @param name in lower case */
export const endsParagraph = (name: string): boolean =>
  name === 'hr' || REPLACED.has(name) || (WITH_END.has(name) && separatesWords(name));

/** Elements that can only be children of certain elements. */
export const PARENTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', names('ul ol')],
  ['dt', names('dl')],
  ['dd', names('dl')],
  ['caption', names('table')],
  ['thead', names('table')],
  ['tbody', names('table')],
  ['tfoot', names('table')],
  ['tr', names('table thead tbody tfoot')],
  ['th', names('table thead tbody tfoot tr')],
  ['td', names('table thead tbody tfoot tr')],
]);

/** Elements of a table that contain no text. Browsers would move a text in them to the place before the table. */
export const WITHOUT_TEXT = names('table thead tbody tfoot tr');

export const isHeading = (name: string): boolean => /^h[1-6]$/.test(name);

/** Attributes that are kept besides `lang` and `dir`. The sanitiser checks the values. */
export const ATTRIBUTES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['details', names('open')],
  ['abbr', names('title')],
  ['ol', names('start')],
  ['th', names('colspan rowspan scope')],
  ['td', names('colspan rowspan')],
]);
