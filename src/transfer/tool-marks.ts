import { slug as headingSlug } from 'github-slugger';

/** What an import makes of a mark that one tool has for Markdown and a page does not know. */
export interface ToolMark {
  readonly end: number;
  /** The text in its place; absent if nothing stays. */
  readonly left?: string;
}

type Made = (groups: Readonly<Record<string, string>>) => string | undefined;

const ATTRIBUTE = String.raw`(?:[.#][\w:.-]+|[\w-]+=(?:"[^"\n]*"|[^\s"}]+))`;

/** Each mark, with what it becomes. */
const MARKS: readonly (readonly [mark: RegExp, made: Made])[] = [
  // Icons of MkDocs Material.
  [/:(?:material|octicons|fontawesome|simple)-[a-z0-9-]+:/y, () => undefined],
  // Attributes of MkDocs and Jekyll, at the end of a line or directly behind what they belong to.
  [
    new RegExp(
      String.raw`(?:(?<=[)\]*_\x60>:])|(?=[^}\n]{0,500}\}[ \t]*(?:\n|$)))\{:?[ \t]*${ATTRIBUTE}(?:[ \t]+${ATTRIBUTE})*[ \t]*\}`,
      'y',
    ),
    ({ mark }) => {
      const [, id] = /(?:[{ \t:]#|[{ \t:]id="?)([\w:.-]+)/.exec(mark!) ?? [];
      return id && `<a id="${id}"></a>`;
    },
  ],
  // Definitions of Hugo, MkDocs and Jekyll become lists below their terms. Links lead to a term by its words.
  [
    /(?<=(?:^|\n)(?<term>[^\n:][^\n]{0,200})\n|^|\n:[^\n]{0,500}\n):(?<space>[ \t]+)(?=\S)/y,
    ({ term = '', space }) => {
      const id = headingSlug(
        term.replaceAll(/\]\([^)]*\)|\]\[[^\]]*\]|[`*[\]]|\{.*\}/g, '').trim(),
      );
      return `-${space}${id && `<a id="${id}"></a>`}`;
    },
  ],
  // Keys of MkDocs.
  [
    /(?<![\w+])\+\+(?<keys>[a-z0-9]+(?:[-+][a-z0-9]+)*)\+\+(?![\w+])/y,
    ({ keys }) =>
      keys!
        .split('+')
        .map((key) => `<kbd>${key[0]!.toUpperCase()}${key.slice(1).replaceAll('-', ' ')}</kbd>`)
        .join('+'),
  ],
  // Highlights and ids of blocks, as in Obsidian.
  [
    /(?<![\w=])==(?<text>[^\s=`](?:[^=`\n]*[^\s=`])?)==(?![\w=])/y,
    ({ text }) => `<mark>${text}</mark>`,
  ],
  [
    /(?<=^|[ \t\n])\^(?<id>[0-9a-f]{6}|(?=[\w-]{0,60}[a-z])[\w-]{4,60})$/y,
    ({ id }) => `<a id="^${id}"></a>`,
  ],
  // Tags of Liquid in GitBook and Jekyll, and the address of the site.
  [/\{% *hint(?: +style="(?<type>[\w-]+)")? *%\}/y, ({ type }) => `:::${type ?? 'info'}`],
  [/\{% *tab(?: +title="(?<title>[^"\n]*)")? *%\}/y, ({ title }) => `:::tab ${title ?? ''}`],
  [/\{% *(?:endhint|endtab) *%\}/y, () => ':::'],
  [/\{% *embed +url="(?<url>[^"\s<>]+)"[^%\n]*%\}/y, ({ url }) => `<${url}>`],
  [/\{% *link +(?<path>[^\s%]+) *%\}/y, ({ path }) => path],
  [/\{% *post_url +(?<name>[^\s%]+) *%\}/y, ({ name }) => `${name}.md`],
  [/\{%-? *[a-z_-]+(?: [^%\n]*)?%\}/y, () => undefined],
  [/\{\{ *site\.(?:base)?url *\}\}/y, () => undefined],
  [
    /\{\{-? *(?<quote>["'])(?<path>[^"'\n{}]*)\k<quote> *\| *(?:relative|absolute)_url *-?\}\}/y,
    ({ path }) => path,
  ],
];

const FIRST_SIGNS = ':{+=^';
/** Longest mark that is looked for, in characters. */
const MAX_MARK = 500;

/** Whether a text can have marks. Most have none, and are not parsed for this. */
export const mayHaveMarks = (text: string): boolean =>
  /:(?:material|octicons|fontawesome|simple)-|\{[:%/]|\{[ \t]*[.#]|\{[\w-]+=|\{\{-? *(?:site\.|["'])|\+\+[a-z0-9]|==\S|%%|\n:[ \t]|[ \t\n]\^|\[_?(?:TOC|toc)_?\]|<[a-z]+ [^<>\n]{0,500}\bmarkdown\b/.test(
    text,
  );

/** Finds the mark at a place of inline content. */
export function toolMark(src: string, at: number): ToolMark | undefined {
  if (!FIRST_SIGNS.includes(src[at]!)) return undefined;
  for (const [mark, made] of MARKS) {
    mark.lastIndex = at;
    const found = mark.exec(src);
    if (!found || found[0].length > MAX_MARK) continue;
    const left = made({ ...found.groups, mark: found[0] });
    return { end: at + found[0].length, ...(left !== undefined && { left }) };
  }
  return undefined;
}
