import { renderMarkdown } from '../../../src/rendering/render-markdown.js';
import type { RenderedDocument } from '../../../src/rendering/rendered-document.js';

/** Renders with a title that no text repeats, unless a title is given. Allows one picture origin. */
export const render = (markdown: string, title = 'Some other title'): RenderedDocument =>
  renderMarkdown({ title, markdown, imageOrigins: ['https://pictures.test'] });
