import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { separatesWords } from './html-tags.js';
import { metaOf, note } from './token-meta.js';

const TASK = /^\[([ x])\][ \t\n]+(?=\S)/i;
const TITLES_IN_LABEL = 8;

/** Turns a list item that begins with `[ ]` or `[x]` into a task. */
function task(tokens: readonly Token[], at: number, list: Token | undefined): void {
  const [item, paragraph, inline] = [tokens[at]!, tokens[at + 1], tokens[at + 2]];
  const [mark, sign] = TASK.exec(inline?.content ?? '') ?? [];
  if (paragraph?.type !== 'paragraph_open' || mark === undefined) return;
  inline!.content = inline!.content.slice(mark.length);
  note(inline!, { isDone: sign !== ' ' });
  item.attrSet('class', 'task-list-item');
  list?.attrSet('class', 'contains-task-list');
}

/** Finds tasks. Runs before inline parsing, which would read their marks as text. */
function markTasks(state: StateCore): void {
  const lists: Token[] = [];
  for (const [at, token] of state.tokens.entries()) {
    if (/^(?:bullet|ordered)_list_open$/.test(token.type)) lists.push(token);
    if (/^(?:bullet|ordered)_list_close$/.test(token.type)) lists.pop();
    if (token.type === 'list_item_open') task(state.tokens, at, lists.at(-1));
  }
}

/** Makes plain text of inline tokens: pictures as their alternative text, formulas as their source. */
export function inlineText(children: readonly Token[]): string {
  return children
    .map((child) => {
      if (child.type === 'softbreak' || child.type === 'hardbreak') return ' ';
      if (child.type === 'image') return inlineText(child.children ?? []);
      if (child.type === 'html_inline') return separated(child.content);
      return /^(?:text|code_inline|formula|text_special)$/.test(child.type) ? child.content : '';
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Makes the plain text of tags: a space if they separate words. */
const separated = (html: string): string =>
  /\s/.test(html) ||
  Array.from(html.matchAll(/<\/?([a-z][a-z0-9-]*)/gi)).some(([, name]) =>
    separatesWords(name!.toLowerCase()),
  )
    ? ' '
    : '';

/** Adds a checkbox to each task, and a label to each table: the titles of its first columns. */
function completeBlocks(state: StateCore): void {
  let table: Token | undefined;
  let titles: string[] = [];
  for (const [at, token] of state.tokens.entries()) {
    const { isDone } = metaOf(token);
    if (isDone !== undefined) {
      token.children!.unshift(note(new state.Token('task_box', '', 0), { isDone }));
    }
    if (token.type === 'table_open') [table, titles] = [token, []];
    if (token.type === 'th_open') titles.push(inlineText(state.tokens[at + 1]!.children ?? []));
    if (token.type === 'thead_close') {
      note(table!, {
        label: titles.filter(Boolean).slice(0, TITLES_IN_LABEL).join(', ') || 'Table',
      });
    }
  }
}

export function blocks(md: MarkdownIt): void {
  md.core.ruler.after('block', 'mark_tasks', markTasks);
  md.core.ruler.push('complete_blocks', completeBlocks);
}
