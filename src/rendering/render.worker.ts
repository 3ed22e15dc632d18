import { task } from '../platform/threads/outcome.js';
import { renderMarkdown } from './render-markdown.js';
import type { DocumentToRender, RenderedDocument } from './rendered-document.js';

/** What crosses over to the thread. */
export interface RenderingTask extends DocumentToRender {
  readonly imageOrigins: readonly string[];
}

export default task(({ imageOrigins, ...document }: RenderingTask): RenderedDocument =>
  renderMarkdown(document, imageOrigins),
);
