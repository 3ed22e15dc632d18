import type { ReleasedPage } from './released-page.entity.js';

/** A released page, and what it says of the same slug in other locales of its account. */
export interface ShownPage extends Omit<ReleasedPage, 'sitemapPart'> {
  /** Where such a document is shown now, this locale included; sorted. */
  readonly translations: readonly string[];
  /** When this page or one of those was last released or withdrawn: each of them names the others. */
  readonly changedAt: Date;
}
