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

/** The documents of a list: all, those of a locale (canonical), or those with a tag (as written). */
export type ListSubject =
  | { readonly kind: 'all' }
  | { readonly kind: 'locale'; readonly locale: string }
  | { readonly kind: 'tag'; readonly tag: string };

/** Some of the newest documents, and the last change of the site. */
export interface NewestPages<Page = ListedPage> {
  /** Newest first, by the time at which the public version was released. */
  readonly entries: readonly Page[];
  readonly lastChange: Date;
}
