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
  extends ListedPage, Pick<ShownPage, 'approvedBy' | 'approvedVia' | 'accountName'> {
  /** Sanitised HTML; `null`: it is too long for a feed. */
  readonly html: string | null;
}

/** Tells which documents a list has: all, those of a canonical locale, or those with a tag (spelt exactly so). */
export type ListSubject =
  | { readonly kind: 'all' }
  | { readonly kind: 'locale'; readonly locale: string }
  | { readonly kind: 'tag'; readonly tag: string };

/** Some of the newest documents, and the time of the last release or withdrawal on the site. */
export interface NewestPages<Page = ListedPage> {
  /** Newest first, by the time at which the public version was released. */
  readonly entries: readonly Page[];
  readonly lastChange: Date;
}
