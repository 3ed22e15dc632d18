import { renderMarkdown } from '../../../src/rendering/render-markdown.js';
import type { RenderedDocument } from '../../../src/rendering/rendered-document.js';

/** Renders Markdown with one allowed picture origin. No test text contains the default title. */
export const render = (markdown: string, title = 'Some other title'): RenderedDocument =>
  renderMarkdown({ title, markdown, imageOrigins: ['https://pictures.test'] });

export const html = (markdown: string): string => render(markdown).html;

/** The relation of links that an author wrote. */
export const REL = 'rel="nofollow ugc noopener"';
