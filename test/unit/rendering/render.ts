import { renderMarkdown } from '../../../src/rendering/render-markdown.js';
import type { RenderedDocument } from '../../../src/rendering/rendered-document.js';

/** Renders Markdown with one allowed picture origin. The default title occurs in no text of the tests. */
export const render = (markdown: string, title = 'Some other title'): RenderedDocument =>
  renderMarkdown({ title, markdown, imageOrigins: ['https://pictures.test'] });
