import { posix } from 'node:path';
import { MalformedFrontMatter, parseFrontMatter } from '../documents/parse-front-matter.js';
import { localeFolder } from './derived-fields.js';

/** A part of a file that names another file, which is not put in: it stays as it is. */
export interface NotIncluded {
  /** From 1. */
  readonly line: number;
  /** As it is written, with the part that is meant. */
  readonly target: string;
}

/** A text with the files that it includes. */
export interface WholeText {
  readonly text: string;
  /** Returns the line of the file that a line of the text comes from; both are counted from 1. */
  readonly lineOf: (line: number) => number;
  /** The includes that name no file which can be put in. */
  readonly notIncluded: readonly NotIncluded[];
}

/** Reads a file below the imported folder; `undefined` if there is none that may be read. */
export type ReadIncluded = (path: string) => Promise<string | undefined>;

/** What an include names, and what is put around it. */
interface Wish {
  readonly path: string;
  /** The name of a part of the file, or its first and last line with `:` between them. */
  readonly part?: string | undefined;
  /** The language of the fence that the lines get. */
  readonly fence?: string;
}

/** A wish; `path` is `undefined` if another form matched. */
type Named = Omit<Wish, 'path'> & { readonly path: string | undefined };
type Groups = Readonly<Record<string, string | undefined>>;
type Form = readonly [form: string, wish: (groups: Groups) => Named];

const PART = String.raw`[\w:-]+`;

/** Includes that stand anywhere in a line. */
const IN_LINE: readonly Form[] = [
  [
    // mdBook
    String.raw`\{\{#(?<kind>include|rustdoc_include|playground|playpen)[ \t]+(?<book>[^\s:{}]+)(?::(?<bookPart>${PART}))?[^{}\n]*\}\}`,
    ({ kind, book, bookPart }) => ({
      path: book,
      part: bookPart,
      ...(kind?.startsWith('play') && { fence: 'rust' }),
    }),
  ],
  [
    // VitePress
    String.raw`<!--[ \t]*@include:[ \t]*(?<vite>[^\s#{}<>]+)(?:#(?<vitePart>[\w-]+))?(?:\{(?<viteLines>\d*,\d*)\})?[ \t]*-->`,
    ({ vite, vitePart, viteLines }) => ({
      path: vite?.replace(/^@/, ''),
      part: vitePart ?? viteLines?.replace(',', ':'),
    }),
  ],
  [
    // Hugo
    String.raw`\{\{[<%][ \t]*include[ \t]+"(?<page>[^"\n]+)"[ \t]*[%>]\}\}`,
    ({ page }) => ({ path: page }),
  ],
];

/** Includes that are a line. */
const WHOLE_LINE: readonly Form[] = [
  [
    // MkDocs
    String.raw`-+8<-+[ \t]+(?<quote>["'])(?<snippet>(?:https?:)?[^"'\n:]+)(?::(?<snippetPart>${PART}))?\k<quote>`,
    ({ snippet, snippetPart }) => ({ path: snippet, part: snippetPart }),
  ],
  [
    // VitePress
    String.raw`<<<[ \t]+(?<code>[^\s#{}]+)(?:#(?<codePart>[\w-]+))?(?:[ \t]*\{[^{}\n]*\})?(?:[ \t]*\[[^\]\n]*\])?`,
    ({ code, codePart }) => ({
      path: code?.replace(/^@/, ''),
      part: codePart,
      fence: posix.extname(code ?? '').slice(1),
    }),
  ],
];

const oneOf = (forms: readonly Form[]): string => forms.map(([form]) => form).join('|');
/** A backslash, or a semicolon in MkDocs, says that an include is only shown. */
const INCLUDE = new RegExp(
  String.raw`(?<shown>\\?)(?:${oneOf(IN_LINE)})|^(?<indent>[ \t]*)(?<isShown>;?)(?:${oneOf(WHOLE_LINE)})[ \t]*(?=[\r\n]|$)`,
  'g',
);
const FORMS = [...IN_LINE, ...WHOLE_LINE];

/** Whether a text can have includes. Most have none. */
export const mayInclude = (text: string): boolean =>
  /\{\{#[ipr]|@include:|\{\{[<%][ \t]*include[ \t]|-8<-|<<<[ \t]/.test(text);

/** A line that begins or ends a part of a file, as the tools write them into comments. */
const MARK =
  /(?:\bANCHOR(?<end>_END)?:[ \t]*(?<name>[\w-]+)|-8<-+[ \t]+\[(?<edge>start|end):(?<snippet>[\w-]+)\]|#(?<is>end)?region[ \t]+(?<region>[\w-]+))/;

/** Maximum number of files that include one another. */
const MAX_DEPTH = 10;
/** Maximum length of what a text includes, in characters. A longer text is refused in any case. */
const MAX_INCLUDED = 1_000_000;

const BREAK = /(?<=\n|\r(?!\n))/;

/**
 * Puts in the files that a text includes, as mdBook, MkDocs, VitePress and sites of Hugo do before they read the
 * Markdown, so also in code. What names no file below the imported folder stays as it is.
 * @param linesBefore number of lines before the content, which stay as they are
 */
export async function withIncludes(
  file: string,
  text: string,
  linesBefore: number,
  read: ReadIncluded,
): Promise<WholeText> {
  const notIncluded: NotIncluded[] = [];
  const origins: number[] = [];
  let room = MAX_INCLUDED;
  let whole = '';

  const included = async (wish: Wish, from: string, chain: readonly string[]) => {
    for (const path of placesOf(wish.path, from)) {
      const found = chain.includes(path) ? undefined : await read(path);
      if (found === undefined) continue;
      const part = partOf(path, found, wish.part);
      if (part === undefined || part.length > room || chain.length > MAX_DEPTH) return undefined;
      room -= part.length;
      let inner = '';
      for (const line of part.split(BREAK)) inner += await expanded(line, path, [...chain, path]);
      return inner;
    }
    return undefined;
  };

  const expanded = async (line: string, from: string, chain: readonly string[], at?: number) => {
    let [made, end] = ['', 0];
    for (const { 0: old, index, groups = {} } of line.matchAll(INCLUDE)) {
      made += line.slice(end, index);
      end = index + old.length;
      const { indent = '', shown, isShown } = groups;
      if (shown || isShown) {
        made += indent + old.slice(indent.length + 1);
        continue;
      }
      const wish = wishOf(groups);
      const part = await included(wish, from, chain);
      made += part === undefined ? old : indented(fenced(part, wish.fence), indent);
      if (part === undefined && at !== undefined) {
        const { path, part: of } = wish;
        notIncluded.push({ line: at, target: of === undefined ? path : `${path}:${of}` });
      }
    }
    return made + line.slice(end);
  };

  for (const [at, line] of text.split(BREAK).entries()) {
    const made = at < linesBefore ? line : await expanded(line, file, [file], at + 1);
    origins.push(...made.split(BREAK).map(() => at + 1));
    whole += made;
  }
  return { text: whole, lineOf: (line) => origins[line - 1] ?? line, notIncluded };
}

const wishOf = (groups: Groups): Wish =>
  FORMS.map(([, wish]) => wish(groups)).find(
    (wish): wish is Named & Wish => wish.path !== undefined,
  )!;

/** The paths below the imported folder that an include can mean, in the order in which they are tried. */
function placesOf(path: string, from: string): string[] {
  const folders = [posix.dirname(from), '.', localeFolder(from) ?? '.'];
  return (path.startsWith('/') ? folders.slice(1) : folders)
    .map((folder) => posix.normalize(posix.join(folder, path)))
    .flatMap((place) => (posix.extname(place) === '' ? [place, `${place}.md`] : [place]));
}

/** Returns the part of a file that is put in, without the lines that mark parts; `undefined` if it has no such part. */
function partOf(path: string, text: string, part: string | undefined): string | undefined {
  const lines = (/\.md$/i.test(path) ? contentIn(text) : text).split(/\r\n?|\n/);
  if (lines.at(-1) === '') lines.pop();
  const [, first, colon, last] = /^(\d*)(?:(:)(\d*))?$/.exec(part ?? ':') ?? [];
  if (first === undefined) return namedPart(lines, part!);
  const to = colon === undefined ? Number(first) : Number(last || lines.length);
  return lines
    .slice(Math.max(Number(first) - 1, 0), to)
    .filter((line) => !MARK.test(line))
    .join('\n');
}

function contentIn(text: string): string {
  try {
    return parseFrontMatter(text).content;
  } catch (error) {
    // The import of that file reports this fault.
    if (error instanceof MalformedFrontMatter) return text;
    throw error;
  }
}

function namedPart(lines: readonly string[], part: string): string | undefined {
  const taken: string[] = [];
  let [isInside, isThere] = [false, false];
  for (const line of lines) {
    const { name, snippet, region, end, edge, is } = MARK.exec(line)?.groups ?? {};
    const marked = name ?? snippet ?? region;
    if (marked === part) {
      isInside = end === undefined && edge !== 'end' && is === undefined;
      isThere = true;
    } else if (isInside && marked === undefined) taken.push(line);
  }
  return isThere ? taken.join('\n') : undefined;
}

/** Makes a block of code, unless there is no language. */
function fenced(text: string, language: string | undefined): string {
  if (language === undefined) return text;
  const marks = text.includes('```') ? '~~~~' : '```';
  return `${marks}${language}\n${text}\n${marks}`;
}

const indented = (text: string, indent: string): string =>
  indent === '' ? text : text.replaceAll(/^(?=.)/gm, indent);
