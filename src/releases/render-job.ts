import { renderMarkdown } from '../rendering/render-markdown.js';
import type { DocumentToRender, RenderedDocument } from '../rendering/rendered-document.js';
import { type KeptVersion, packVersion } from '../versions/kept-version.js';
import { type SearchedDocument, type SearchWords, wordsOf } from '../search/search-words.js';

export interface RevisionToRender extends DocumentToRender, Omit<SearchedDocument, 'text'> {}

/** A revision that becomes public, with the fields of its kept version. */
export interface VersionToRender
  extends RevisionToRender, Omit<KeptVersion, keyof RenderedDocument> {}

/** A rendered revision. Its search words are absent if making them failed. */
export interface RenderedRevision extends Omit<RenderedDocument, 'text'> {
  readonly words?: SearchWords;
}

/** A rendered revision, with its kept version. */
export interface RenderedVersion extends RenderedRevision {
  /** A packed `KeptVersion`. */
  readonly packed: Uint8Array;
}

/** Renders a revision and makes its search words. If making the words fails, they are absent. */
function renderJob(revision: RevisionToRender): RenderedRevision {
  const { text, ...rendered } = renderMarkdown(revision);
  try {
    return { ...rendered, words: wordsOf({ ...revision, text }) };
  } catch {
    return rendered;
  }
}

export const renderJobTasks = {
  renderJob,

  /** Renders a revision that becomes public, makes its search words, and packs its kept version. */
  renderVersion(version: VersionToRender): RenderedVersion {
    const { title, description, tags, sources, authorKind, authorName, markdown } = version;
    const rendered = renderJob(version);
    const { html, headings } = rendered;
    const document = { title, description, tags, sources, authorKind, authorName, markdown };
    return { ...rendered, packed: packVersion({ ...document, html, headings }) };
  },

  /** Makes the search words of a draft, without a page. */
  draftWords: (revision: RevisionToRender): SearchWords =>
    wordsOf({ ...revision, text: renderMarkdown(revision).text }),
};

type RenderJobTasks = typeof renderJobTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends RenderJobTasks {}
}
