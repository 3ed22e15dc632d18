import { type Content, type Html, html } from './html.js';

/** Words that stayed, came or went. */
export interface Stretch {
  readonly kind: 'kept' | 'inserted' | 'deleted';
  readonly text: string;
}

/** Whole lines: all of them as they were, or some of their words changed. */
export type Passage =
  | { readonly isChanged: false; readonly text: string }
  | { readonly isChanged: true; readonly stretches: readonly Stretch[] };

/** Lines around a change that are shown; more of them are folded away. */
const CONTEXT = 3;

export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** A text with its changed words marked, for eyes and for ears; what has not changed is folded where it is long. */
export function changedText(passages: readonly Passage[], locale: string): Html {
  return html`<div class="changed-text" lang="${locale}">
    ${passages.map((passage, at) =>
      passage.isChanged
        ? html`<div class="passage">${passage.stretches.map(marked)}</div>`
        : kept(passage.text, at === 0, at === passages.length - 1),
    )}
  </div>`;
}

/** Says in words what line and colour show. */
export function marked({ kind, text }: Stretch): Html {
  if (kind === 'kept') return html`${text}`;
  return kind === 'inserted'
    ? html`<ins>${aside('[inserted: ')}${text}${aside(']')}</ins>`
    : html`<del>${aside('[deleted: ')}${text}${aside(']')}</del>`;
}

const aside = (words: string): Html => html`<span class="sr-only" lang="en">${words}</span>`;

function kept(text: string, isFirst: boolean, isLast: boolean): Content {
  const lines = linesOf(text);
  const before = isFirst ? 0 : CONTEXT;
  const after = isLast ? 0 : CONTEXT;
  const folded = lines.slice(before, lines.length - after);
  if (folded.length <= 2) return block(lines);
  return [
    block(lines.slice(0, before)),
    html`<details>
      <summary lang="en" dir="ltr">${folded.length} unchanged lines</summary>
      ${block(folded)}
    </details>`,
    block(lines.slice(lines.length - after)),
  ];
}

const block = (lines: readonly string[]): Html | undefined =>
  lines.length === 0 ? undefined : html`<div class="passage">${lines.join('')}</div>`;
