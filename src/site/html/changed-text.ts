import { type Content, type Html, html } from './html.js';

/** A piece of text that was kept, inserted or deleted. */
export interface Stretch {
  readonly kind: 'kept' | 'inserted' | 'deleted';
  readonly text: string;
}

/** Successive whole lines: either all unchanged, or with changed words. */
export type Passage =
  | { readonly isChanged: false; readonly text: string }
  | { readonly isChanged: true; readonly stretches: readonly Stretch[] };

/**
 * Number of unchanged lines that stay visible next to a change. If a passage has more than two other unchanged lines,
 * these lines are folded.
 */
const CONTEXT = 3;

export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Shows a text with its changed words marked, also for screen readers. Long unchanged parts are folded. */
export function changedText(passages: readonly Passage[], locale: string): Html {
  return html`<div class="changed-text" lang="${locale}">
    ${passages.map((passage, at) =>
      passage.isChanged
        ? html`<div class="passage">${passage.stretches.map(marked)}</div>`
        : kept(passage.text, at === 0, at === passages.length - 1),
    )}
  </div>`;
}

/** Marks inserted or deleted text visually, and in words for screen readers. */
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
