import type { ReleasedPage } from './released-page.entity.js';

/** A released page, and what it says of the same slug in other locales of its account. */
export interface ShownPage extends Omit<ReleasedPage, 'sitemapPart'> {
  /** Where such a document is shown now, this locale included; sorted. */
  readonly translations: readonly string[];
  /** When this page or one of those was last released or withdrawn: each of them names the others. */
  readonly changedAt: Date;
  /** Changes with anything that the page shows. */
  readonly stamp: string;
}

/** As much of a page as tells whether it is still what it was. */
export interface PageStamp {
  readonly stamp: string;
  readonly isWithdrawn: boolean;
}
