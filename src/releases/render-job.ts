import type { Token } from 'markdown-it';
import type { DocumentValue } from '../documents/document.js';
import type { PagePath } from '../documents/page-path.js';
import { renderMarkdown } from '../rendering/render-markdown.js';
import type { DocumentToRender, RenderedDocument } from '../rendering/rendered-document.js';
import { type SearchWords, wordsOf } from '../search/search-words.js';
import { type FoundWarning, WarningSearch } from '../warnings/warnings-in.js';

export interface RevisionToRender extends DocumentToRender, DocumentValue, PagePath {
  /** Address of the document on the site. */
  readonly address: string;
}

/** What the index of an account keeps of a working revision. */
export interface DraftEntry {
  readonly words: SearchWords;
  /** `null`: the search for them failed. */
  readonly warnings: readonly FoundWarning[] | null;
}

/** A rendered revision. Its entry is absent if it was not wanted, or if making it failed. */
export interface RenderedRevision extends Omit<RenderedDocument, 'text'> {
  readonly entry?: DraftEntry;
}

/** Renders a revision and, if wanted, looks for warnings in the same tokens; `null` if the search fails. */
function rendered(revision: RevisionToRender, withWarnings = true) {
  const search = new WarningSearch(revision);
  let warnings: readonly FoundWarning[] | null = null;
  let failed = false;
  // A fault of the search must not stop a release (contract 16).
  const attempt = (work: () => void): void => {
    try {
      if (!failed) work();
    } catch {
      failed = true;
    }
  };
  const observers = {
    written: (tokens: readonly Token[]) => attempt(() => search.written(tokens)),
    parsed: (tokens: readonly Token[]) => attempt(() => (warnings = search.rendered(tokens))),
  };
  const document = renderMarkdown(revision, withWarnings ? observers : undefined);
  return { ...document, warnings };
}

/** Renders a revision; with `withEntry`, makes its entry too. If making the entry fails, it is absent. */
function renderJob(revision: RevisionToRender & { readonly withEntry: boolean }): RenderedRevision {
  const { text, warnings, ...document } = rendered(revision, revision.withEntry);
  if (!revision.withEntry) return document;
  try {
    return { ...document, entry: { words: wordsOf({ ...revision, text }), warnings } };
  } catch {
    return document;
  }
}

export const renderJobTasks = {
  renderJob,

  /** Makes the entry of a draft, without a page. */
  draftEntry(revision: RevisionToRender): DraftEntry {
    const { text, warnings } = rendered(revision);
    return { words: wordsOf({ ...revision, text }), warnings };
  },
};

type RenderJobTasks = typeof renderJobTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends RenderJobTasks {}
}
