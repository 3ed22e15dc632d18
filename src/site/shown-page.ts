import type { CompressedFile } from './compressed-file.js';
import type { PageForm } from './page-path.js';
import type { PageHeading, ReleasedPage } from './released-page.entity.js';

/** A released page. The translations of the page are the public pages with the same account and slug. */
export interface ShownPage extends Omit<ReleasedPage, 'sitemapPart' | 'modifiedAt'> {
  /**
   * The locales of the pages with this account and slug that are public now, sorted. A public page is in its own list.
   */
  readonly translations: readonly string[];
  /**
   * Time of the last release, rendering or withdrawal of this page or of a translation. No two of these changes have
   * the same second, so `Last-Modified` identifies a change.
   */
  readonly changedAt: Date;
  /** Whether this version has a signed record. */
  readonly isSigned: boolean;
  /** A text that changes whenever the page would show something else. */
  readonly stamp: string;
}

/** The data from which the files of a page are made. */
export type MadePage = Omit<ShownPage, 'stamp' | 'headings' | 'renderedBy'> & {
  readonly headings: readonly PageHeading[];
};

/** The files of one state of a page. `changedAt` identifies the state. */
export interface PageFiles
  extends
    Pick<ShownPage, 'publicationId' | 'locale' | 'slug' | 'changedAt'>,
    Readonly<Record<PageForm, CompressedFile>> {}
