import { renderMarkdown } from '../../../src/rendering/render-markdown.js';
import type { RenderedDocument } from '../../../src/rendering/rendered-document.js';

/** Renders the text of a document whose title it does not repeat, with pictures of one site. */
export const render = (markdown: string, title = 'Some other title'): RenderedDocument =>
  renderMarkdown({ title, markdown, imageOrigins: ['https://pictures.test'] });
