import { task } from '../platform/threads/outcome.js';
import { renderMarkdown } from '../rendering/render-markdown.js';
import type { DocumentToRender, RenderedDocument } from '../rendering/rendered-document.js';
import { type SearchedDocument, type SearchWords, wordsOf } from '../search/search-words.js';

/** What crosses over to the thread. */
export interface PreparationTask extends DocumentToRender, Omit<SearchedDocument, 'text'> {
  readonly imageOrigins: readonly string[];
}

/** A document as readers see it and, unless that failed, the words by which they find it. */
export interface Preparation extends RenderedDocument {
  readonly words?: SearchWords;
}

export default task(({ imageOrigins, ...document }: PreparationTask): Preparation => {
  const rendered = renderMarkdown(document, imageOrigins);
  try {
    return { ...rendered, words: wordsOf({ ...document, text: rendered.text }) };
  } catch {
    return rendered;
  }
});
