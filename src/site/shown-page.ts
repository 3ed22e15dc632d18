import type { CompressedFile } from './compressed-file.js';
import type { PageForm } from './page-path.js';
import type { PageHeading, ReleasedPage } from './released-page.entity.js';

/** A released page. Its translations are the public pages of the same account and slug in other locales. */
export interface ShownPage extends Omit<ReleasedPage, 'sitemapPart' | 'modifiedAt'> {
  /** The locales in which this slug is public now, including this one; sorted. */
  readonly translations: readonly string[];
  /**
   * Time of the last release, rendering or withdrawal of this page or of a translation. No two of these changes have
   * the same second, so `Last-Modified` identifies a change.
   */
  readonly changedAt: Date;
  /** Whether this version has a signed record. */
  readonly isSigned: boolean;
  /** Changes whenever anything that the page shows changes. */
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
