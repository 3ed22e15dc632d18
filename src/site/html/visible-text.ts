import { visiblePieces } from '../../rendering/hidden-text.js';
import { type Html, html } from './html.js';

/** Shows a text with its hidden characters as named symbols, and letters of another script within a word marked. */
export const visibleText = (text: string): Html =>
  html`${visiblePieces(text).map((piece) => {
    if (typeof piece === 'string') return piece;
    return 'symbol' in piece
      ? html`<b class="hidden-sign" title="${piece.name}" dir="ltr">${piece.symbol}</b>`
      : html`<b class="foreign-letter" title="${piece.script}">${piece.letters}</b>`;
  })}`;
