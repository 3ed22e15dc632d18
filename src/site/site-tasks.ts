import { atomFeed } from './atom-feed.js';
import { type CompressedFile, compressedFile } from './compressed-file.js';
import { releasedFile } from './front-matter.js';
import { documentPage } from './html/document-page.js';
import type { Site } from './html/site.js';
import type { FeedEntry, ListSubject, NewestPages } from './listed-page.js';
import { withPictureAddresses } from './page-pictures.js';
import type { PageForm } from './page-path.js';
import type { MadePage } from './shown-page.js';

/**
 * Levels of brotli. Feeds have a lower level, because they change often. Brotli 4 takes a third of the time of
 * brotli 6, and its output is 10 % larger.
 */
export const PAGE_QUALITY = 6;
const FEED_QUALITY = 4;

export type DocumentFiles = Readonly<Record<PageForm, CompressedFile>>;

interface PageToWrite {
  readonly site: Site;
  readonly page: MadePage;
}

interface FeedToWrite {
  readonly site: Site;
  readonly subject: ListSubject;
  readonly newest: NewestPages<FeedEntry>;
}

/** Tasks for threads: they make and compress the files of released documents and the feeds. */
export const siteTasks = {
  pageFiles: ({ site, page }: PageToWrite): DocumentFiles => ({
    page: compressedFile(documentPage(site, page), PAGE_QUALITY),
    markdown: compressedFile(
      releasedFile({ ...page, markdown: withPictureAddresses(page, site.baseUrl) }, site.baseUrl),
      PAGE_QUALITY,
    ),
  }),

  feed: ({ site, subject, newest }: FeedToWrite): Omit<CompressedFile, 'tag'> =>
    compressedFile(atomFeed(site, subject, newest), FEED_QUALITY),
};

type SiteTasks = typeof siteTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends SiteTasks {}
}
