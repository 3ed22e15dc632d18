import { renderMarkdown } from '../rendering/render-markdown.js';
import type { DocumentToRender, RenderedDocument } from '../rendering/rendered-document.js';

export const siteTasks = {
  /** Renders a page again that an older renderer has rendered. */
  renderAnew(document: DocumentToRender): Pick<RenderedDocument, 'html' | 'headings'> {
    const { html, headings } = renderMarkdown(document);
    return { html, headings };
  },
};

type SiteTasks = typeof siteTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends SiteTasks {}
}
