import type { PageForm, PagePath } from './page-path.js';
import type { PageHeading, ReleasedPage } from './released-page.entity.js';

/** A released page, with the locales in which its account shows the same slug. */
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
  /** The stored file, if a form was requested and the file has this stamp. */
  readonly kept?: KeptFile;
}

/** The compression of a stored file. */
export type Compression = 'br' | 'gzip';

export interface KeptFile {
  /** The ETag without its quotation marks, and without the compression. */
  readonly tag: string;
  /** `null`: not read, because the head may be enough. */
  readonly body: Buffer | null;
  /** If `body` was not read, its last four bytes, which in gzip are the uncompressed length. */
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

/** The stored files of a page at one moment. */
export interface PageFiles
  extends
    Pick<ShownPage, 'publicationId' | 'locale' | 'slug' | 'changedAt'>,
    Readonly<Record<PageForm, CompressedFile>> {}

/** A requested page; `form` is `null` if the stamp is enough. */
export interface AskedPage extends PagePath {
  readonly form: PageForm | null;
  readonly compression: Compression;
  /** The tag may be enough for the answer, so the bytes are not read. */
  readonly isHeadEnough: boolean;
}
