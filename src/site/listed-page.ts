import type { ShownPage } from './shown-page.js';

/** A released document in a list. */
export type ListedPage = Readonly<
  Pick<
    ShownPage,
    | 'publicationId'
    | 'locale'
    | 'slug'
    | 'title'
    | 'description'
    | 'tags'
    | 'authorKind'
    | 'authorName'
    | 'firstPublishedAt'
    | 'publishedAt'
  >
>;

export interface FeedEntry
  extends ListedPage, Pick<ShownPage, 'approvedBy' | 'approvedVia' | 'approvedIn' | 'accountName'> {
  /** Sanitised HTML; `null` if the HTML is too long for a feed. */
  readonly html: string | null;
}

/**
 * The documents that a list contains: all documents, the documents of a canonical locale, or the documents with exactly
 * this tag.
 */
export type ListSubject =
  | { readonly kind: 'all' }
  | { readonly kind: 'locale'; readonly locale: string }
  | { readonly kind: 'tag'; readonly tag: string };

/** Some of the newest documents, and the time of the last release or withdrawal on the site. */
export interface NewestPages<Page = ListedPage> {
  /** Sorted by the release time of the public version, newest first. */
  readonly entries: readonly Page[];
  readonly lastChange: Date;
}
