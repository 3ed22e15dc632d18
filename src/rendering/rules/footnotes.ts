import type { Env, MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it';
import { MAX_REFERENCES } from '../bounds.js';
import { metaOf, note } from './token-meta.js';

interface Footnote {
  /** From 1, in the order of the first references; 0 if the footnote has no reference. */
  number: number;
  references: number;
  tokens: Token[];
}

const FOOTNOTES = Symbol('footnotes');

/** Returns the footnotes of a document, by label in lower case. */
const footnotesOf = (env: Env): Map<string, Footnote> =>
  (env[FOOTNOTES] ??= new Map()) as Map<string, Footnote>;

const OF_WHOLE = Symbol('footnotes of the whole document');

/** Makes an environment for a part of a document, with the links and footnotes that the whole defines. */
export const forPartOf = (whole: Env): Env => ({
  references: whole.references ?? {},
  [OF_WHOLE]: footnotesOf(whole),
});

/** Returns the footnote of a label; without a text if only the whole document of a part defines it. */
function footnoteOf(env: Env, label: string): Footnote | undefined {
  const footnotes = footnotesOf(env);
  const ofWhole = env[OF_WHOLE] as ReadonlyMap<string, Footnote> | undefined;
  if (!footnotes.has(label) && ofWhole?.has(label)) {
    footnotes.set(label, { number: 0, references: 0, tokens: [] });
  }
  return footnotes.get(label);
}

/** A label must not contain spaces or brackets, as on GitHub. */
const LABEL = /\[\^([^\s[\]]{1,200})\]/y;

function labelAt(text: string, position: number): { label: string; end: number } | undefined {
  LABEL.lastIndex = position;
  const label = LABEL.exec(text)?.[1];
  return label === undefined ? undefined : { label: label.toLowerCase(), end: LABEL.lastIndex };
}

/**
 * Parses a definition: `[^label]: text` and the lines indented below it. Only the first definition of a label counts.
 */
function definition(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const start = state.bMarks[line]! + state.tShift[line]!;
  if (state.sCount[line]! - state.blkIndent >= 4) return false;
  const found = labelAt(state.src, start);
  if (!found || state.src[found.end] !== ':') return false;
  if (silent) return true;

  const [mark, shift, count] = [state.bMarks[line]!, state.tShift[line]!, state.sCount[line]!];
  const textStart = state.skipSpaces(found.end + 1);
  const open = state.push('footnote_open', 'li', 1);
  note(open, { label: found.label });
  state.bMarks[line] = found.end + 1;
  state.tShift[line] = textStart - found.end - 1;
  state.blkIndent += 4;
  state.sCount[line] = state.blkIndent;
  const parent = state.parentType;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, line, endLine);
  state.parentType = parent;
  state.blkIndent -= 4;
  [state.bMarks[line], state.tShift[line], state.sCount[line]] = [mark, shift, count];
  state.push('footnote_close', 'li', -1);

  const footnotes = footnotesOf(state.env);
  if (!footnotes.has(found.label)) {
    footnotes.set(found.label, { number: 0, references: 0, tokens: [] });
  }
  return true;
}

const REFERENCES = Symbol('references');

/** Whether the document may have one more reference. Counts it, unless the parser only looks ahead. */
function takeReference(env: Env, silent: boolean): boolean {
  const count = (env[REFERENCES] ?? 0) as number;
  if (!silent) env[REFERENCES] = count + 1;
  return count < MAX_REFERENCES;
}

/** Parses a reference `[^label]`, if the document defines the label. */
function reference(state: StateInline, silent: boolean): boolean {
  const found = labelAt(state.src, state.pos);
  const footnote = found && footnoteOf(state.env, found.label);
  if (!footnote || !takeReference(state.env, silent)) return false;
  if (!silent) note(state.push('footnote_reference', '', 0), { label: found.label });
  state.pos = found.end;
  return true;
}

/** Numbers the references in `tokens`, and the footnotes in the order of their first references. */
function number(tokens: readonly Token[], footnotes: Map<string, Footnote>, order: Footnote[]) {
  for (const token of tokens) {
    for (const child of token.children ?? []) {
      if (child.type !== 'footnote_reference') continue;
      const footnote = footnotes.get(metaOf(child).label!)!;
      if (footnote.number === 0) footnote.number = order.push(footnote);
      footnote.references += 1;
      note(child, { number: footnote.number, reference: footnote.references });
    }
  }
}

/** Moves the content of all definitions, including nested ones, to their footnotes. Returns the remaining tokens. */
function withoutDefinitions(tokens: readonly Token[], footnotes: Map<string, Footnote>): Token[] {
  const rest: Token[] = [];
  const targets = [rest];
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.type === 'footnote_open') {
      const label = metaOf(token).label!;
      targets.push(seen.has(label) ? [] : footnotes.get(label)!.tokens);
      seen.add(label);
    } else if (token.type === 'footnote_close') targets.pop();
    else targets.at(-1)!.push(token);
  }
  return rest;
}

/**
 * Adds the links that lead from the footnote back to its references. If the content of the footnote ends with a
 * paragraph, the links come at the end of this paragraph. If the content does not end with a paragraph, the links come
 * after the content.
 */
function withWayBack(footnote: Footnote, back: Token): Token[] {
  const { tokens } = footnote;
  note(back, { number: footnote.number, references: footnote.references });
  const last = tokens.at(-1);
  return last?.type === 'paragraph_close'
    ? [...tokens.slice(0, -1), back, last]
    : [...tokens, back];
}

/**
 * Moves the footnotes to the end of the document, in the order of their numbers. Drops footnotes without references.
 */
function collect(state: StateCore): void {
  const footnotes = footnotesOf(state.env);
  if (footnotes.size === 0) return;
  state.tokens = withoutDefinitions(state.tokens, footnotes);
  const order: Footnote[] = [];
  number(state.tokens, footnotes, order);
  // A footnote can contain references to more footnotes, which are appended to `order` during this loop.
  for (const { tokens } of order) number(tokens, footnotes, order);
  if (order.length === 0) return;

  const token = (type: string, nesting: -1 | 0 | 1) => {
    const made = new state.Token(type, '', nesting);
    made.block = true;
    return made;
  };
  state.tokens.push(token('footnotes_open', 1));
  for (const footnote of order) {
    const open = token('footnote_open', 1);
    note(open, { number: footnote.number });
    state.tokens.push(open);
    for (const inner of withWayBack(footnote, token('footnote_back', 0))) state.tokens.push(inner);
    state.tokens.push(token('footnote_close', -1));
  }
  state.tokens.push(token('footnotes_close', -1));
}

/**
 * Adds parser rules for footnotes as on GitHub. The rules take linear time, whereas markdown-it-footnote 4 takes 11 s
 * for 9,000 footnotes.
 */
export function footnoteRules(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote_definition', definition, {
    alt: ['paragraph', 'reference', 'blockquote'],
  });
  md.inline.ruler.before('link', 'footnote_reference', reference);
  md.core.ruler.push('footnotes', collect);
}
