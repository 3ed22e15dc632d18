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
const LINE_END = String.raw`(?:\r\n?|\n)[ \t]*`;
/**
 * Pattern of the space before a destination, with at most one line end. The marks of a block quote can follow the line
 * end if there is also a mark on the line before.
 */
const SPACE = String.raw`[ \t]*(?:${LINE_END}(?:>(?<=>[^\r\n]*${LINE_END}>)[ \t>]*)?)?`;
/**
 * Matches the next code span, escaped character, reference definition or bracket. The match of a definition, or of the
 * closing bracket of a link or picture, extends to the end of the destination. A definition whose destination would
 * contain a link or picture is usually a line of a paragraph, so it is not matched.
 */
const PART = new RegExp(
  String.raw`(?<!\x60)(\x60+)(?!\x60)(?:[^\n]|\n(?![ \t]*\n))*?(?<!\x60)\1(?!\x60)` +
    String.raw`|\\.` +
    String.raw`|^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*\[(?!\^)[^\[\]\n]{1,999}\]:` +
    String.raw`${SPACE}(?!\S*\]\()(?<reference>${DESTINATION})(?=[ \t]*$|[ \t]+["'(])` +
    String.raw`|!?\[` +
    String.raw`|\](?:\(${SPACE}(?<inline>${DESTINATION})(?=\)|\s[\s>]*[)"'(]))?`,
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
    const picture = PICTURE.test(path) && mayShow ? destinations.picture(path) : undefined;
    if (picture !== undefined) return inForm(destination, picture);
    const address = destinations.link(path);
    return address === undefined ? undefined : address + suffix;
  });
}

/**
 * Finds the relative pictures that a Markdown text shows.
 * @param file path of the text, relative to the imported folder
 */
export function picturesOf(markdown: string, file: string): ReadonlySet<string> {
  const paths = new Set<string>();
  rewriteLinks(markdown, file, {
    link: () => undefined,
    picture(path) {
      paths.add(path);
      return undefined;
    },
  });
  return paths;
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
    const file = sha256 !== undefined && mayShow ? fileOf(sha256) : undefined;
    return file === undefined ? undefined : inForm(destination, file);
  });

/**
 * @param replacement returns the new destination; `undefined` if the old destination stays. `mayShow` is whether the
 * destination can belong to a picture. For a reference definition, `mayShow` is always true, because both links and
 * pictures can use the definition.
 */
function replaceDestinations(
  markdown: string,
  replacement: (destination: string, mayShow: boolean) => string | undefined,
): string {
  return outsideCode(markdown, (text) => {
    /** The open brackets; true for a bracket that begins an alternative text. */
    const open: boolean[] = [];
    return text.replace(PART, (whole: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
      if (whole === '[' || whole === '![') open.push(whole === '![');
      const mayShow = whole.startsWith(']') ? open.pop() === true : true;
      const destination = groups['inline'] ?? groups['reference'];
      const replaced = destination === undefined ? undefined : replacement(destination, mayShow);
      return destination === undefined || replaced === undefined
        ? whole
        : whole.slice(0, whole.length - destination.length) + replaced;
    });
  });
}

/** Removes the angle brackets around a destination, and the backslashes of Markdown in the destination. */
const bare = (destination: string): string =>
  destination.replace(/^<(.*)>$/, '$1').replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '');

/** Puts a new destination into angle brackets if the old destination has angle brackets. */
const inForm = (old: string, destination: string): string =>
  old.startsWith('<') ? `<${destination}>` : destination;

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
