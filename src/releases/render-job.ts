import { renderMarkdown } from '../rendering/render-markdown.js';
import type { DocumentToRender, RenderedDocument } from '../rendering/rendered-document.js';
import { type SearchedDocument, type SearchWords, wordsOf } from '../search/search-words.js';

export interface RevisionToRender extends DocumentToRender, Omit<SearchedDocument, 'text'> {}

/** A rendered revision. Its search words are absent if they were not wanted, or if making them failed. */
export interface RenderedRevision extends Omit<RenderedDocument, 'text'> {
  readonly words?: SearchWords;
}

/** Renders a revision; with `withWords`, makes its search words too. If making the words fails, they are absent. */
function renderJob(revision: RevisionToRender & { readonly withWords: boolean }): RenderedRevision {
  const { text, ...rendered } = renderMarkdown(revision);
  if (!revision.withWords) return rendered;
  try {
    return { ...rendered, words: wordsOf({ ...revision, text }) };
  } catch {
    return rendered;
  }
}

export const renderJobTasks = {
  renderJob,

  /** Makes the search words of a draft, without a page. */
  draftWords: (revision: RevisionToRender): SearchWords =>
    wordsOf({ ...revision, text: renderMarkdown(revision).text }),
};

type RenderJobTasks = typeof renderJobTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends RenderJobTasks {}
}
