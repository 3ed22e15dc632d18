import type { PageHeading, ReleasedPage } from './released-page.entity.js';

/** Everything that the page, the Markdown or the list entry of a released document or version shows. */
export interface ShownPage extends Readonly<
  Pick<
    ReleasedPage,
    | 'publicationId'
    | 'accountId'
    | 'locale'
    | 'slug'
    | 'version'
    | 'title'
    | 'description'
    | 'authorKind'
    | 'authorName'
    | 'approvedBy'
    | 'approvedVia'
    | 'approvedIn'
    | 'accountName'
    | 'markdown'
    | 'html'
    | 'firstPublishedAt'
    | 'publishedAt'
  >
> {
  readonly tags: readonly string[];
  readonly sources: readonly string[];
  readonly headings: readonly PageHeading[];
  /**
   * The locales of the pages with this account and slug that are public now, sorted. A public page is in its own list.
   */
  readonly translations: readonly string[];
  /** Whether this version has a signed record. */
  readonly isSigned: boolean;
}

type Listed =
  | 'publicationId'
  | 'locale'
  | 'slug'
  | 'title'
  | 'description'
  | 'tags'
  | 'authorKind'
  | 'authorName'
  | 'firstPublishedAt'
  | 'publishedAt';

/** A released document in a list. */
export type ListedPage = Pick<ShownPage, Listed>;

export interface FeedEntry
  extends ListedPage, Pick<ShownPage, 'approvedBy' | 'approvedVia' | 'approvedIn' | 'accountName'> {
  /** Sanitised HTML; `null` if the HTML is too long for a feed. */
  readonly html: string | null;
}
