import { renderMarkdown } from '../rendering/render-markdown.js';
import type { PictureToShow } from '../rendering/rendered-document.js';
import {
  type ComparisonSummary,
  type ComparisonToShow,
  shownComparison,
} from '../comparisons/comparison-html.js';
import type { ArticleContent } from '../site/html/document-article.js';
import {
  previewChangesPage,
  type PreviewedRevision,
  previewPage,
  type PreviewStanding,
} from '../site/html/preview-page.js';
import type { Look } from '../site/html/site.js';
import type { WarningDto } from '../warnings/warning.dto.js';

interface RevisionToShow extends Omit<ArticleContent, 'html' | 'headings'> {
  readonly sources: readonly string[];
  readonly markdown: string;
  readonly imageOrigins: readonly string[];
  /** The pictures that the content names and the account has; `null` if there are none. */
  readonly pictures: readonly PictureToShow[] | null;
  /** Prefix of the addresses of `pictures`. */
  readonly picturesBase: string;
}

interface PageToShow {
  readonly look: Look;
  readonly revision: RevisionToShow;
  readonly standing: PreviewStanding;
  readonly warnings: readonly WarningDto[] | null;
}

interface ChangesToShow {
  readonly look: Look;
  readonly comparison: ComparisonToShow;
  readonly changeNote: string;
  readonly standing: PreviewStanding;
}

/** The parts of a page that shows a comparison, in UTF-8, and what it found. */
export interface MadeComparison {
  readonly list: Uint8Array;
  readonly article: Uint8Array;
  readonly summary: ComparisonSummary;
}

/**
 * Tasks that make previews and parts of desk pages. They run in worker threads, because making a long page would block
 * other requests.
 */
export const previewTasks = {
  previewPage: ({ look, revision, standing, warnings }: PageToShow): Uint8Array =>
    Buffer.from(previewPage(look, shown(revision), standing, warnings)),

  comparison(toShow: ComparisonToShow): MadeComparison {
    const { list, article, summary } = shownComparison(toShow);
    return { list: Buffer.from(list.text), article: Buffer.from(article.text), summary };
  },

  previewChanges({ look, comparison, changeNote, standing }: ChangesToShow): Uint8Array {
    const { list, article } = shownComparison(comparison);
    const { title } = comparison.revisions.after.document;
    const changes = { title, changeNote, list, article };
    return Buffer.from(previewChangesPage(look, changes, standing));
  },
};

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
