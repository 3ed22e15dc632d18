import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { note } from './token-meta.js';

const isBlank = ({ type, content }: Token): boolean => type === 'text' && content.trim() === '';

/** Returns the picture token if a paragraph contains only a titled picture `picture:…`; otherwise `undefined`. */
function aloneWithTitle(inline: Token): Token | undefined {
  const [first, ...others] = (inline.children ?? []).filter((child) => !isBlank(child));
  if (first?.type !== 'image' || others.length > 0) return undefined;
  const isOurs = String(first.attrGet('src')).startsWith('picture:');
  return isOurs && first.attrGet('title') ? first : undefined;
}

/**
 * Turns a paragraph with only a titled picture into a figure. In a tight list, where paragraphs are hidden, nothing
 * changes.
 */
function markFigures({ tokens }: StateCore): void {
  for (const [at, open] of tokens.entries()) {
    if (open.type !== 'paragraph_open' || open.hidden) continue;
    const image = aloneWithTitle(tokens[at + 1]!);
    if (!image) continue;
    const close = tokens[at + 2]!;
    for (const token of [open, close, image]) note(token, { figure: image });
    open.type = 'figure_open';
    close.type = 'figure_close';
  }
}

export const figures = (md: MarkdownIt): void => {
  md.core.ruler.push('mark_figures', markFigures);
};
