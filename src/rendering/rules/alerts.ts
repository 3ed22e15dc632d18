import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import { metaOf, note, type TokenMeta } from './token-meta.js';

/** Types of Obsidian, VitePress, Docusaurus and MkDocs, by the kind of alert that shows them. All others are notes. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tip: 'tip hint success check done',
    important: 'important',
    warning: 'warning attention',
    caution: 'caution danger error failure fail missing bug',
  }).flatMap(([kind, types]) => types.split(' ').map((type) => [type, kind])),
);
const kindOf = (type: string): string => TYPES.get(type.toLowerCase()) ?? 'note';

/** Containers that only arrange their content. They are shown without a box; a tab has its title above it. */
const LAYOUT = /^(?:code-group|raw|tabs?|v-pre)$/i;

/** The first line of a callout: `[!NOTE]`, or `[!info]+ Title` as in Obsidian. */
const CALLOUT = /^\[!([a-z][\w-]*)(?:\|[^\]\n]*)?\][+-]?(?:[ \t]+([^\n]*))?(?:\n|$)/i;

/** The first line of a container: `:::tip Title`, `:::tip[Title]` or `:::tip{title="Title"}`. */
const CONTAINER = /^:{3,}[ \t]*([a-z][\w-]*)(?=[ \t[{]|$)((?:(?!:::).)*)$/i;
/** The last line of a container. */
const CONTAINER_END = /^:{3,}[ \t]*$/;
/** The first line of an admonition: `!!! type "Title"`, or folded `??? type "Title"`. */
const ADMONITION =
  /^(?:!!!|\?\?\?\+?)[ \t]+([a-z][\w-]*)(?:[ \t]+[\w-]+)*(?:[ \t]+"(.*)")?[ \t]*$/i;
/** The first line of a content tab: `=== "Title"`. */
const TAB = /^===[!+]{0,2}[ \t]+"(.+)"[ \t]*$/;
/** Marks of code and what follows them: after backticks, no further backtick. */
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/** Returns a line without its indentation; `undefined` for an empty line, and for one indented like code. */
function lineOf(state: StateBlock, line: number): string | undefined {
  const indent = state.sCount[line]! - state.blkIndent;
  if (indent >= 4 || state.isEmpty(line)) return undefined;
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
}

/** Whether the first character of a line is one of `signs`. Most lines are no alerts, so the test must be fast. */
const beginsWith = (state: StateBlock, line: number, signs: string): boolean =>
  signs.includes(state.src.charAt(state.bMarks[line]! + state.tShift[line]!) || ' ');

/** The ends of the containers that begin between two lines, by their first lines. */
interface Ends {
  readonly from: number;
  readonly to: number;
  readonly ends: ReadonlyMap<number, number>;
}

/**
 * Pairs the first and last lines of containers, up to the end of the block that contains `from`. A last line ends the
 * innermost container with the same number of colons, or else with fewer. Lines of code count neither way. Only
 * containers that end are searched, so that it takes linear time.
 */
function endsFrom(state: StateBlock, from: number, endLine: number): Ends {
  const ends = new Map<number, number>();
  /** The open containers; `least`: the fewest colons of a container and those around it. */
  const open: { readonly line: number; readonly colons: number; readonly least: number }[] = [];
  /** The number of open containers by their colons. */
  const counts = new Map<number, number>();
  let fence = '';
  let line = from;
  for (; line < endLine; line += 1) {
    if (state.sCount[line]! < state.blkIndent && !state.isEmpty(line)) break;
    const text = lineOf(state, line) ?? '';
    const [, marks = '', rest = ''] = FENCE.exec(text) ?? [];
    if (fence !== '') {
      if (marks.startsWith(fence) && rest.trim() === '') fence = '';
    } else if (marks !== '') fence = marks;
    if (fence !== '' || !text.startsWith(':::')) continue;
    const colons = /^:+/.exec(text)![0].length;
    const { least = Infinity } = open.at(-1) ?? {};
    const same = counts.get(colons) ?? 0;
    if (CONTAINER.test(text)) {
      open.push({ line, colons, least: Math.min(colons, least) });
      counts.set(colons, same + 1);
    } else if (colons >= least && CONTAINER_END.test(text)) {
      const place = open.findLastIndex((each) =>
        same > 0 ? each.colons === colons : each.colons < colons,
      );
      const ended = open.splice(place);
      for (const each of ended) counts.set(each.colons, counts.get(each.colons)! - 1);
      ends.set(ended[0]!.line, line);
    }
  }
  return { from, to: line, ends };
}

const ENDS = Symbol('ends of containers');

/**
 * Returns the last line of the container that begins at `line`; `undefined` if it has no end. The lines of a block are
 * searched once, so that many containers without an end take linear time.
 */
function endOf(state: StateBlock, line: number, endLine: number): number | undefined {
  const known = (state.env[ENDS] ??= new Map()) as Map<number, Ends>;
  let found = known.get(state.level);
  if (!found || line < found.from || line >= found.to) {
    found = endsFrom(state, line, endLine);
    known.set(state.level, found);
  }
  const end = found.ends.get(line);
  return end !== undefined && end < endLine ? end : undefined;
}

/** Returns the title after the type of a container: as text, in brackets, or as an attribute; '' without one. */
function titleIn(rest: string): string {
  const [, label] = /^[ \t]*\[(.*)\]/.exec(rest) ?? [];
  const [, , attribute] = /\{[^{}]*\btitle=(["'])(.*?)\1/.exec(rest) ?? [];
  return (label ?? attribute ?? rest.replace(/\{[^{}]*\}[ \t]*$/, '')).trim();
}

/** Makes the paragraph of a title that an author wrote. It replaces the name of the kind. */
function titleTokens(
  title: string,
  line: number,
  make: (type: string, tag: string, nesting: -1 | 0 | 1) => Token,
) {
  const open = make('paragraph_open', 'p', 1);
  open.attrSet('class', 'alert-title');
  const inline = make('inline', '', 0);
  [inline.content, inline.children, inline.map] = [title, [], [line, line + 1]];
  return [open, inline, make('paragraph_close', 'p', -1)];
}

/** Parses the lines from `line` to `end` as the content of an alert. */
function content(state: StateBlock, [line, end]: Lines, type: string, title: string): void {
  const meta: TokenMeta = { alert: kindOf(type), isTitled: title !== '' };
  const isBox = !LAYOUT.test(type);
  const { parentType, lineMax } = state;
  if (isBox) note(state.push('blockquote_open', 'blockquote', 1), meta);
  else state.level += 1;
  if (title !== '' && (isBox || type.toLowerCase() === 'tab')) {
    titleTokens(title, line - 1, (...kind) => state.push(...kind));
  }
  state.parentType = 'blockquote';
  state.lineMax = end;
  state.md.block.tokenize(state, line, end);
  Object.assign(state, { parentType, lineMax });
  if (isBox) note(state.push('blockquote_close', 'blockquote', -1), meta);
  else state.level -= 1;
}

/** The first line of a content, and the line after it. */
type Lines = readonly [line: number, end: number];

/** Parses `:::type Title` up to a line `:::`. A container without an end is text. */
function container(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  if (!beginsWith(state, line, ':')) return false;
  const [, type, rest = ''] = CONTAINER.exec(lineOf(state, line) ?? '') ?? [];
  const end = type === undefined ? undefined : endOf(state, line, endLine);
  if (end === undefined) return false;
  if (silent) return true;
  content(state, [line + 1, end], type!, titleIn(rest));
  state.line = end + 1;
  return true;
}

/** Parses `!!! type "Title"` or `=== "Title"`, and the lines indented below it. Without such lines it is text. */
function admonition(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  if (!beginsWith(state, line, '!?=')) return false;
  const text = lineOf(state, line) ?? '';
  const [, tab] = TAB.exec(text) ?? [];
  const [, type, title = ''] = tab === undefined ? (ADMONITION.exec(text) ?? []) : ['', 'tab', tab];
  if (type === undefined) return false;
  let end = line + 1;
  for (let at = end; at < endLine; at += 1) {
    if (state.isEmpty(at)) continue;
    if (state.sCount[at]! < state.blkIndent + 4) break;
    end = at + 1;
    if (silent) return true;
  }
  if (end === line + 1) return false;
  state.blkIndent += 4;
  content(state, [line + 1, end], type, title.trim());
  state.blkIndent -= 4;
  state.line = end;
  return true;
}

/** Returns the closing token of the token at `start`. */
function closingOf(tokens: readonly Token[], start: number): Token {
  const { level } = tokens[start]!;
  let at = start + 1;
  while (tokens[at]!.level !== level || tokens[at]!.nesting !== -1) at += 1;
  return tokens[at]!;
}

/** Turns quotations that begin with `[!NOTE]`, or with another type, into alerts. */
function callouts(state: StateCore): void {
  const titles = new Map<number, readonly Token[]>();
  const make = (type: string, tag: string, nesting: -1 | 0 | 1): Token =>
    Object.assign(new state.Token(type, tag, nesting), { block: true });
  for (const [at, open] of state.tokens.entries()) {
    if (open.type !== 'blockquote_open' || metaOf(open).alert !== undefined) continue;
    const [paragraph, inline, close] = state.tokens.slice(at + 1, at + 4);
    const [mark, type, title = ''] = CALLOUT.exec(inline?.content ?? '') ?? [];
    if (paragraph?.type !== 'paragraph_open' || mark === undefined) continue;
    inline!.content = inline!.content.slice(mark.length);
    for (const part of [paragraph, inline!, close!]) part.hidden ||= inline!.content === '';
    const meta: TokenMeta = { alert: kindOf(type!), isTitled: title.trim() !== '' };
    for (const part of [open, closingOf(state.tokens, at)]) note(part, meta);
    if (meta.isTitled) titles.set(at, [open, ...titleTokens(title.trim(), open.map![0], make)]);
  }
  if (titles.size === 0) return;
  state.tokens = state.tokens.flatMap((token, at) => titles.get(at) ?? [token]);
}

/**
 * Adds the alerts of GitHub (`> [!NOTE]`), Obsidian (`> [!info]+ Title`), VitePress and Docusaurus (`:::tip Title`) and
 * MkDocs (`!!! tip "Title"`). All are shown as the five kinds of GitHub. Tabs of MkDocs are shown one below another.
 */
export function alerts(md: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  md.block.ruler.before('fence', 'container', container, { alt });
  md.block.ruler.before('fence', 'admonition', admonition, { alt });
  md.core.ruler.after('block', 'callouts', callouts);
}
