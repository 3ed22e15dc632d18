import { renderMarkdown } from '../rendering/render-markdown.js';
import type { PictureToShow } from '../rendering/rendered-document.js';
import { type ArticleContent, documentArticle } from '../site/html/document-article.js';
import {
  type PreviewedRevision,
  previewPage,
  type PreviewStanding,
} from '../site/html/preview-page.js';
import {
  comparison,
  type Compared,
  type ComparedFields,
  type PreviewChanges,
  previewChangesPage,
} from '../site/html/preview-changes-page.js';
import { changedText } from './changed-text.js';

export interface RevisionToShow extends Omit<ArticleContent, 'html' | 'headings'> {
  readonly sources: readonly string[];
  readonly markdown: string;
  readonly imageOrigins: readonly string[];
  /** The pictures that the content names and the account has; `null` if there are none. */
  readonly pictures: readonly PictureToShow[] | null;
  /** Prefix of the addresses of `pictures`. */
  readonly picturesBase: string;
}

export interface RevisionsToCompare {
  /** `null` if nothing is public. */
  readonly before: { readonly fields: ComparedFields; readonly content: string } | null;
  readonly after: { readonly fields: ComparedFields; readonly content: string };
  readonly changedFields: readonly string[];
  readonly changeNote: string;
}

interface PageToShow {
  readonly siteName: string;
  readonly revision: RevisionToShow;
  readonly standing: PreviewStanding;
}

interface ChangesToShow {
  readonly siteName: string;
  readonly compared: RevisionsToCompare;
  readonly standing: PreviewStanding;
}

/**
 * Tasks that make previews and parts of desk pages. They run in worker threads, because making a long page would block
 * other requests.
 */
export const previewTasks = {
  previewArticle: (revision: RevisionToShow): Uint8Array =>
    Buffer.from(documentArticle(shown(revision)).text),

  previewPage: ({ siteName, revision, standing }: PageToShow): Uint8Array =>
    Buffer.from(previewPage(siteName, shown(revision), standing)),

  revisionChanges: ({ compared, standing }: ToMark): Uint8Array =>
    Buffer.from(comparison(changesOf(compared, standing.locale), standing).text),

  previewChanges({ siteName, compared, standing }: ChangesToShow): Uint8Array {
    const changes = changesOf(compared, standing.locale);
    return Buffer.from(previewChangesPage(siteName, changes, standing));
  },
};

interface ToMark {
  readonly compared: RevisionsToCompare;
  readonly standing: Compared;
}

type PreviewTasks = typeof previewTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends PreviewTasks {}
}

function shown(given: RevisionToShow): PreviewedRevision {
  const { markdown, imageOrigins, pictures, picturesBase, ...revision } = given;
  const { title } = revision;
  const { html, headings } = renderMarkdown({
    title,
    markdown,
    imageOrigins,
    pictures,
    picturesBase,
  });
  return { ...revision, html, headings };
}

function changesOf(compared: RevisionsToCompare, locale: string): PreviewChanges {
  const { before, after, changedFields, changeNote } = compared;
  // If nothing is public, the whole text is new. The text is shown without marks, and without folded lines.
  const passages =
    before === null
      ? [{ isChanged: true, stretches: [{ kind: 'kept', text: after.content }] } as const]
      : changedText(before.content, after.content, locale);
  return {
    before: before?.fields ?? null,
    after: after.fields,
    changedFields,
    changeNote,
    passages,
  };
}
