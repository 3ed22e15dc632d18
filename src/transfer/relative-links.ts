import { posix } from 'node:path';
import type { Token } from 'markdown-it';
import { PARSER } from '../rendering/markdown.js';
import { namedBy } from '../rendering/pictures.js';
import { decoded, headingAnchor } from '../rendering/rules/headings.js';

/** The new destinations of relative links and pictures. All paths are relative to the imported folder. */
export interface Destinations {
  /** Returns the new destination of a link to `path`; `undefined` if the link stays as it is. */
  link(path: string): string | undefined;
  /** Returns the new destination of the picture at `path`; `undefined` if it is treated as a link. */
  picture(path: string): string | undefined;
}

/**
 * Pattern of a link destination. The destination is in angle brackets, or has no white space and only balanced
 * parentheses.
 */
const DESTINATION = String.raw`<[^<>\n]*>|(?:[^\s()<>\\]|\\.|\([^\s()]*\))+`;
/**
 * Matches a link, picture or reference definition up to the end of its destination. Also matches code spans, so that
 * the code spans are skipped.
 */
const PART = new RegExp(
  String.raw`(?<!\x60)(\x60+)(?!\x60)(?:[^\n]|\n(?![ \t]*\n))*?(?<!\x60)\1(?!\x60)` +
    String.raw`|(?<!\\)\]\([ \t]*(?<inline>${DESTINATION})` +
    String.raw`|^(?: {0,3}>)* {0,3}\[(?!\^)[^\[\]\n]{1,999}\]:[ \t]*(?<reference>${DESTINATION})`,
  'gm',
);
const PICTURE = /\.(?:apng|avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Replaces the destinations of relative links and pictures in a Markdown text. All other text, including code blocks
 * and code spans, stays byte for byte.
 * @param file path of the text, relative to the imported folder
 */
export function rewriteLinks(markdown: string, file: string, destinations: Destinations): string {
  return replaceDestinations(markdown, (destination, mayShow) => {
    const { path, suffix } = relativePath(bare(destination), file);
    if (path === undefined) return undefined;
    const picture = PICTURE.test(path) && mayShow() ? destinations.picture(path) : undefined;
    if (picture !== undefined) return inForm(destination, picture);
    const address = destinations.link(path);
    return address === undefined ? undefined : address + suffix;
  });
}

/**
 * Replaces each `picture:SHA256` that is the destination of a picture in a Markdown text. All other text stays byte for
 * byte.
 * @param fileOf returns the new destination; `undefined` if the name stays
 */
export const rewritePictureNames = (
  markdown: string,
  fileOf: (sha256: string) => string | undefined,
): string =>
  replaceDestinations(markdown, (destination, mayShow) => {
    const sha256 = namedBy(bare(destination));
    const file = sha256 !== undefined && mayShow() ? fileOf(sha256) : undefined;
    return file === undefined ? undefined : inForm(destination, file);
  });

/**
 * @param replacement returns the new destination; `undefined` if the old destination stays. `mayShow` returns whether
 * the destination can belong to a picture. For a reference definition, `mayShow` always returns true, because both
 * links and pictures can use the definition.
 */
function replaceDestinations(
  markdown: string,
  replacement: (destination: string, mayShow: () => boolean) => string | undefined,
): string {
  return outsideCode(markdown, (text) =>
    text.replace(PART, (whole: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
      const destination = groups['inline'] ?? groups['reference'];
      if (destination === undefined) return whole;
      const mayShow = () => groups['inline'] === undefined || isShown(rest.at(-2), rest.at(-3));
      const replaced = replacement(destination, mayShow);
      return replaced === undefined
        ? whole
        : whole.slice(0, whole.length - destination.length) + replaced;
    }),
  );
}

/** Removes the angle brackets around a destination, and the backslashes of Markdown in the destination. */
const bare = (destination: string): string =>
  destination.replace(/^<(.*)>$/, '$1').replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '');

/** Puts a new destination into angle brackets if the old destination has angle brackets. */
const inForm = (old: string, destination: string): string =>
  old.startsWith('<') ? `<${destination}>` : destination;

/** The search for the opening bracket of an alternative text goes back at most this many characters. */
const MAX_LABEL = 2_000;

/** Whether the `]` at position `end` of `text` closes the alternative text of a picture, not the text of a link. */
function isShown(text: unknown, end: unknown): boolean {
  const [words, at] = [String(text), Number(end)];
  let depth = 0;
  for (let place = at; place >= Math.max(0, at - MAX_LABEL); place -= 1) {
    if (words[place - 1] === '\\') continue;
    if (words[place] === ']') depth += 1;
    if (words[place] === '[') depth -= 1;
    if (depth === 0) return words[place - 1] === '!';
  }
  return false;
}

/**
 * Splits a relative destination into a path, relative to the imported folder, and a suffix. The suffix begins with `?`
 * or `#`, or is empty. For any other destination, `path` is absent.
 */
function relativePath(
  destination: string,
  file: string,
): { readonly path?: string; readonly suffix: string } {
  const [, target = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(destination) ?? [];
  if (target === '' || target.startsWith('/') || SCHEME.test(target)) return { suffix };
  const path = posix.join(posix.dirname(file), decoded(target));
  if (path.startsWith('../')) return { suffix };
  // On pages, ids of headings have a prefix. The renderer adds the prefix only to links within a document, so links to
  // other documents get the prefix here.
  return { path, suffix: suffix.replace(/#(.+)$/s, (_, part: string) => headingAnchor(part)) };
}

function outsideCode(markdown: string, change: (text: string) => string): string {
  const lines = markdown.split(/(?<=\n|\r(?!\n))/);
  const parts: string[] = [];
  let line = 0;
  for (const [start, end] of codeBlocks(markdown)) {
    parts.push(change(lines.slice(line, start).join('')), ...lines.slice(start, end));
    line = end;
  }
  return parts.join('') + change(lines.slice(line).join(''));
}

/**
 * Finds the code blocks. Each pair has two line numbers, counted from 0: the first line of the block, and the line
 * after the block.
 */
function codeBlocks(markdown: string): [number, number][] {
  const tokens: Token[] = [];
  try {
    PARSER.block.parse(markdown.replaceAll(/\r\n?/g, '\n'), PARSER, {}, tokens);
  } catch (error) {
    // The text is nested too deeply to be parsed. A release of the document reports this fault.
    if (!(error instanceof RangeError)) throw error;
  }
  const blocks = tokens.filter(({ type }) => type === 'fence' || type === 'code_block');
  return blocks.flatMap(({ map }) => (map ? [map] : []));
}
