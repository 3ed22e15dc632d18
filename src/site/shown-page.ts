import type { DocumentValue } from '../documents/document.js';
import type { PagePath } from '../documents/page-path.js';
import type { ReleaseApproval } from '../documents/release-facts.js';
import type { Heading, PictureToShow } from '../rendering/rendered-document.js';

/** Everything that the page, the Markdown or the list entry of a released document or version shows. */
export interface ShownPage extends DocumentValue, PagePath, ReleaseApproval {
  readonly publicationId: string;
  readonly accountId: string;
  readonly version: number;
  /** Time of the first publication: of a release, or as an import states. */
  readonly firstPublishedAt: Date;
  readonly publishedAt: Date;
  /** Name of the account at the time of the release; `null`: the version was erased. */
  readonly accountName: string | null;
  /** Time of the last change that an import states; absent or `null`: `publishedAt`. */
  readonly statedUpdatedAt?: Date | null;
  readonly markdown: string;
  /** Sanitised HTML, the only text that is put into a page unescaped. */
  readonly html: string;
  readonly headings: readonly Heading[];
  /**
   * The locales of the pages with this account and slug that are public now, sorted. A public page is in its own list.
   */
  readonly translations: readonly string[];
}

/** What is needed to render a page or version again if an older renderer has rendered it. */
export interface Rendered extends Pick<
  ShownPage,
  'accountId' | 'title' | 'markdown' | 'html' | 'headings'
> {
  readonly isOutdated: boolean;
  readonly pictures: readonly PictureToShow[] | null;
}

export interface ListedPage
  extends
    Omit<DocumentValue, 'sources'>,
    Pick<
      ShownPage,
      | 'publicationId'
      | 'locale'
      | 'slug'
      | 'version'
      | 'firstPublishedAt'
      | 'publishedAt'
      | 'statedUpdatedAt'
    > {}

export interface FeedEntry extends ListedPage, ReleaseApproval, Pick<ShownPage, 'accountName'> {
  /** Sanitised HTML; `null` if the HTML is too long for a feed. */
  readonly html: string | null;
}

/** Returns the time of the last change that readers see. */
export const updatedAt = ({
  statedUpdatedAt,
  publishedAt,
}: Pick<ShownPage, 'statedUpdatedAt' | 'publishedAt'>): Date => statedUpdatedAt ?? publishedAt;
