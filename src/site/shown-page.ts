import type { PageForm, PagePath } from './page-path.js';
import type { PageHeading, ReleasedPage } from './released-page.entity.js';

/** A released page, and what it says of the same slug in other locales of its account. */
export interface ShownPage extends Omit<ReleasedPage, 'sitemapPart' | 'modifiedAt'> {
  /** The locales that show this slug now, this one included; sorted. */
  readonly translations: readonly string[];
  /** When this page or a translation was last released or withdrawn; each such change has its own second. */
  readonly changedAt: Date;
  /** This version has a signed record. */
  readonly isSigned: boolean;
  /** Changes with anything that the page shows. */
  readonly stamp: string;
}

/** A page as its files are made from it. */
export type MadePage = Omit<ShownPage, 'stamp' | 'headings' | 'renderedBy'> & {
  readonly headings: readonly PageHeading[];
};

/** The part of a page that shows whether it has changed. */
export interface PageStamp {
  readonly stamp: string;
  readonly isWithdrawn: boolean;
  readonly changedAt: Date;
  /** The stored file, if it was requested and has this stamp. */
  readonly kept?: KeptFile;
}

/** The compression of a stored file. */
export type Compression = 'br' | 'gzip';

export interface KeptFile {
  /** The ETag without its quotation marks, and without the compression. */
  readonly tag: string;
  /** `null`: it was not requested. */
  readonly body: Buffer | null;
  /** If `body` was not read, its last four bytes: of gzip, the uncompressed length. */
  readonly ending: Buffer | null;
  readonly length: number;
}

/** A file that is only there in compressed forms. */
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

/** A requested page; `form`: `null` if its stamp is enough. */
export interface AskedPage extends PagePath {
  readonly form: PageForm | null;
  readonly compression: Compression;
  /** The answer may need only the tag: the bytes are not read. */
  readonly isHeadEnough: boolean;
}
