import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import type { Compression } from './compressed-file.js';
import { editionOf } from './edition.js';
import type { PageForm, PagePath } from './page-path.js';
import { FIND, FIND_KEPT } from './released-pages.statements.js';
import type { ShownPage } from './shown-page.js';

/** A requested page. If `form` is `null`, only the stamp is requested. */
export interface AskedPage extends PagePath {
  readonly form: PageForm | null;
  readonly compression: Compression;
  /** Whether the head of the answer can be enough. If `true`, the body is not read. */
  readonly isHeadEnough: boolean;
}

/** The current state of a page. `stamp` changes whenever the page changes. */
export interface PageStamp {
  readonly stamp: string;
  readonly isWithdrawn: boolean;
  readonly changedAt: Date;
  /** The stored file; absent if no form was requested, or if no file with this stamp is stored. */
  readonly kept?: KeptFile;
}

export interface KeptFile {
  /** The ETag without its quotation marks, and without the content coding at its end. */
  readonly tag: string;
  /** `null` if the body was not read, because the head can be enough. */
  readonly body: Buffer | null;
  /**
   * The last four bytes of the body; `null` if `body` was read instead. In gzip, these bytes are the uncompressed
   * length.
   */
  readonly ending: Buffer | null;
  readonly length: number;
}

interface Asked {
  readonly page: AskedPage;
  readonly resolve: (stamp: PageStamp | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads released pages for readers, and the stamps that show whether a cached page is current (ADR 18). */
@Injectable()
export class ShownPagesRepository {
  /** The edition of this process. Readers get only those stored files that this edition made. */
  private readonly edition: string;
  private asked: Asked[] = [];

  constructor(
    private readonly database: Database,
    config: Config,
  ) {
    this.edition = editionOf(config);
  }

  /**
   * Reads the stamp of a page, and the file of the requested form if this file is stored. Returns `undefined` if the
   * path never had a public page. One query reads the stamps for all requests of one turn of the event loop. The query
   * starts after these requests have arrived, so that no stamp is older than its request.
   */
  findStamp(page: AskedPage): Promise<PageStamp | undefined> {
    return new Promise((resolve, reject) => {
      const first = this.asked.push({ page, resolve, reject }) === 1;
      if (first) setImmediate(() => void this.answer());
    });
  }

  private async answer(): Promise<void> {
    const { asked } = this;
    this.asked = [];
    try {
      const stamps = await this.read(asked);
      for (const [index, { resolve }] of asked.entries()) resolve(stamps.get(index + 1));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  /** Reads the stamps of the requested pages. The key of a stamp is the position of its page in `asked`, from 1. */
  private async read(asked: readonly Asked[]): Promise<ReadonlyMap<number, PageStamp>> {
    const column = (name: keyof AskedPage) => asked.map(({ page }) => page[name]);
    const values = [
      column('locale'),
      column('slug'),
      column('form'),
      column('compression'),
      this.edition,
      column('isHeadEnough'),
    ];
    type Row = Omit<PageStamp, 'kept'> & { place: number } & (KeptFile | { tag: null });
    const rows = await this.database.publicReads.rows<Row>(FIND_KEPT, values);
    return new Map(
      rows.map((row): [number, PageStamp] => [
        row.place,
        row.tag === null ? row : { ...row, kept: row },
      ]),
    );
  }

  /** Finds the public or withdrawn page at a path. */
  async find({ locale, slug }: PagePath): Promise<ShownPage | undefined> {
    const [page] = await this.database.publicReads.rows<ShownPage>(FIND, [locale, slug]);
    return page;
  }
}
