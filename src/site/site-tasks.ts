import { renderMarkdown } from '../rendering/render-markdown.js';
import type { DocumentToRender, RenderedDocument } from '../rendering/rendered-document.js';

export const siteTasks = {
  /** Renders a document for a preview, or again if an older renderer has rendered it. */
  renderAnew(document: DocumentToRender): Pick<RenderedDocument, 'html' | 'headings'> {
    const { html, headings } = renderMarkdown(document);
    return { html, headings };
  },
};

type SiteTasks = typeof siteTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends SiteTasks {}
}
