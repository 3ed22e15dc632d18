import type { ShownPage } from './shown-page.js';

/** What a list says of a released document. */
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

/** An entry of a feed. */
export interface FeedEntry
  extends ListedPage, Pick<ShownPage, 'approvedBy' | 'approvedVia' | 'accountName'> {
  /** Sanitised; `null`: it is too long for a feed. */
  readonly html: string | null;
}

/** Of which documents a list is: of all, of a locale (canonical) or of a tag (as it was written). */
export type ListSubject =
  | { readonly kind: 'all' }
  | { readonly kind: 'locale'; readonly locale: string }
  | { readonly kind: 'tag'; readonly tag: string };

/** Some of the newest documents, and when anything on the site last changed. */
export interface NewestPages<Page = ListedPage> {
  /** Newest first: by the time when the version that is shown became public. */
  readonly entries: readonly Page[];
  readonly lastChange: Date;
}
