import { renderMarkdown } from '../rendering/render-markdown.js';
import type { DocumentToRender, RenderedDocument } from '../rendering/rendered-document.js';
import { type SearchedDocument, type SearchWords, wordsOf } from '../search/search-words.js';

/** A revision as it crosses over to a thread. */
export interface RevisionToRender extends DocumentToRender, Omit<SearchedDocument, 'text'> {}

/** A revision as readers see it and, unless that failed, the words by which they find it. */
export interface RenderedRevision extends RenderedDocument {
  readonly words?: SearchWords;
}

export const renderJobTasks = {
  /** All that a release needs of a revision. */
  renderJob(revision: RevisionToRender): RenderedRevision {
    const rendered = renderMarkdown(revision);
    try {
      return { ...rendered, words: wordsOf({ ...revision, text: rendered.text }) };
    } catch {
      return rendered;
    }
  },

  /** The words of a draft alone: nobody reads its page. */
  draftWords: (revision: RevisionToRender): SearchWords =>
    wordsOf({ ...revision, text: renderMarkdown(revision).text }),
};

type RenderJobTasks = typeof renderJobTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends RenderJobTasks {}
}
