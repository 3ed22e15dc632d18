import {
  type ComparisonSummary,
  type ComparisonToShow,
  shownComparison,
} from '../comparisons/comparison-html.js';

/** The parts of a page that shows a comparison, in UTF-8, and what it found. */
export interface MadeComparison {
  readonly list: Uint8Array;
  readonly article: Uint8Array;
  readonly summary: ComparisonSummary;
}

export const previewTasks = {
  comparison(toShow: ComparisonToShow): MadeComparison {
    const { list, article, summary } = shownComparison(toShow);
    return { list: Buffer.from(list.text), article: Buffer.from(article.text), summary };
  },
};

type PreviewTasks = typeof previewTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends PreviewTasks {}
}
