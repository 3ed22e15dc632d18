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
 * Quality levels of brotli. Feeds have the lower level, because feeds change often. Level 4 takes a third of the time
 * of level 6, and the output of level 4 is 10 % larger.
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

/** Tasks for threads. The tasks make and compress the feeds, and the files of released documents. */
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
