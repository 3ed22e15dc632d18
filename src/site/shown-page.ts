import type { PageForm, PagePath } from './page-path.js';
import type { PageHeading, ReleasedPage } from './released-page.entity.js';

/** A released page. Its translations are the public pages of the same account and slug in other locales. */
export interface ShownPage extends Omit<ReleasedPage, 'sitemapPart' | 'modifiedAt'> {
  /** The locales in which this slug is public now, including this one; sorted. */
  readonly translations: readonly string[];
  /**
   * When this page or a translation was last released, rendered again or withdrawn. No two of these changes have the
   * same second, so that `Last-Modified` tells them apart.
   */
  readonly changedAt: Date;
  /** This version has a signed record. */
  readonly isSigned: boolean;
  /** Changes whenever anything that the page shows changes. */
  readonly stamp: string;
}

/** The data from which the files of a page are made. */
export type MadePage = Omit<ShownPage, 'stamp' | 'headings' | 'renderedBy'> & {
  readonly headings: readonly PageHeading[];
};

/** The state of a page, to find out whether it has changed. */
export interface PageStamp {
  readonly stamp: string;
  readonly isWithdrawn: boolean;
  readonly changedAt: Date;
  /** The stored file; absent if no form was requested, or if no file with this stamp is stored. */
  readonly kept?: KeptFile;
}

/** The compression of a stored file. */
export type Compression = 'br' | 'gzip';

export interface KeptFile {
  /** The ETag without its quotation marks, and without the content coding at its end. */
  readonly tag: string;
  /** `null`: not read, because the head may be enough. */
  readonly body: Buffer | null;
  /** The last four bytes of the body, which in gzip are the uncompressed length; `null`: `body` was read instead. */
  readonly ending: Buffer | null;
  readonly length: number;
}

/** A file that is stored only in compressed forms. */
export interface CompressedFile {
  /** The ETag without its quotation marks. */
  readonly tag: string;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** The files that were made of one state of a page, which `changedAt` identifies. */
export interface PageFiles
  extends
    Pick<ShownPage, 'publicationId' | 'locale' | 'slug' | 'changedAt'>,
    Readonly<Record<PageForm, CompressedFile>> {}

/** A requested page; `form` is `null` if the stamp is enough. */
export interface AskedPage extends PagePath {
  readonly form: PageForm | null;
  readonly compression: Compression;
  /** The ETag may be enough for the answer, so the body is not read. */
  readonly isHeadEnough: boolean;
}
