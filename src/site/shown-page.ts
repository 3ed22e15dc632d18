import type { PageForm, PagePath } from './page-path.js';
import type { PageHeading, ReleasedPage } from './released-page.entity.js';

/** A released page, and what it says of the same slug in other locales of its account. */
export interface ShownPage extends Omit<ReleasedPage, 'sitemapPart' | 'modifiedAt'> {
  /** Where such a document is shown now, this locale included; sorted. */
  readonly translations: readonly string[];
  /**
   * When this page or one of those was last released or withdrawn: each of them names the others. Each such
   * change has a second of its own.
   */
  readonly changedAt: Date;
  /** This version has a signed record. */
  readonly isSigned: boolean;
  /** Changes with anything that the page shows. */
  readonly stamp: string;
}

/** What the files at an address are made of. */
export type MadePage = Omit<ShownPage, 'stamp' | 'headings' | 'renderedBy'> & {
  readonly headings: readonly PageHeading[];
};

/** As much of a page as tells whether it is still what it was. */
export interface PageStamp {
  readonly stamp: string;
  readonly isWithdrawn: boolean;
  readonly changedAt: Date;
  /** What was kept of what was asked for; absent, where it is none of this stamp. */
  readonly kept?: KeptFile;
}

/** How a file is compressed that is kept. */
export type Compression = 'br' | 'gzip';

/** A file as it was kept in one compression. */
export interface KeptFile {
  /** The ETag without its quotation marks, and without the compression. */
  readonly tag: string;
  /** `null`: it was not asked for. */
  readonly body: Buffer | null;
  /** Where `body` was not asked for, its last four bytes: of gzip, the length of what was compressed. */
  readonly ending: Buffer | null;
  /** In bytes. */
  readonly length: number;
}

/** A file that is only there in compressed forms. */
export interface CompressedFile {
  /** The ETag without its quotation marks. */
  readonly tag: string;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** What readers get of a page as it was at one moment. */
export interface PageFiles
  extends
    Pick<ShownPage, 'publicationId' | 'locale' | 'slug' | 'changedAt'>,
    Readonly<Record<PageForm, CompressedFile>> {}

/** A page whose answer is asked for; `form`: null, where its stamp is enough. */
export interface AskedPage extends PagePath {
  readonly form: PageForm | null;
  readonly compression: Compression;
  /** It may be enough to know its tag: the bytes of the file are not read. */
  readonly isHeadEnough: boolean;
}
