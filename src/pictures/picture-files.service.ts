import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Extension } from './picture-types.js';
import { READ_FILE_PART, READ_NAMED_FILE, READ_PUBLIC_FILE } from './pictures.statements.js';

/** A file of a picture that the client may see. */
export interface StoredFile {
  readonly accountId: string;
  readonly sha256: string;
  readonly width: number;
  readonly extension: Extension;
  readonly bytes: number;
  /** The ETag without its quotation marks. */
  readonly tag: string;
}

/** A file with its bytes, read part by part. */
export interface PictureToSend {
  readonly file: StoredFile;
  /** Throws if the file is removed while it is read. */
  readonly read: () => AsyncIterable<Buffer>;
}

interface NamingRevision {
  readonly accountId: string;
  readonly publicationId: string;
  /** `null` for any revision of the publication. */
  readonly revision: number | null;
}

/** Accepts a SHA-256 in upper and lower case: the Markdown of a page contains it as the author wrote it. */
const NAME = /^([0-9a-fA-F]{64})-([1-9]\d{0,5})\.([a-z]{3,4})$/;

/** A file is sent in parts of this size, so that a slow reader does not keep a whole file in memory. */
const PART_BYTES = 256 * 1024;

/** Finds files of pictures that a client may see (contract 14). */
@Injectable()
export class PictureFiles {
  constructor(private readonly database: Database) {}

  /** The file of this name, if the site shows a revision that names its picture. */
  released(name: string): Promise<PictureToSend | undefined> {
    return this.find(name, (values) =>
      this.database.publicReads.rows<StoredFile>(READ_PUBLIC_FILE, values),
    );
  }

  /** The file of this name, if the revision names its picture. */
  named(
    { accountId, publicationId, revision }: NamingRevision,
    name: string,
  ): Promise<PictureToSend | undefined> {
    return this.find(name, (values) =>
      this.database.publicReads.rows<StoredFile>(READ_NAMED_FILE, [
        ...values,
        accountId,
        publicationId,
        revision,
      ]),
    );
  }

  private async find(
    name: string,
    read: (values: readonly unknown[]) => Promise<StoredFile[]>,
  ): Promise<PictureToSend | undefined> {
    const [, sha256, width, extension] = NAME.exec(name) ?? [];
    if (sha256 === undefined) return undefined;
    const [file] = await read([sha256.toLowerCase(), Number(width), extension]);
    return file && { file, read: () => this.read(file) };
  }

  private async *read({
    accountId,
    sha256,
    width,
    extension,
    bytes,
  }: StoredFile): AsyncGenerator<Buffer> {
    for (let from = 0; from < bytes; from += PART_BYTES) {
      const values = [accountId, sha256, width, extension, from + 1, PART_BYTES];
      const [row] = await this.database.publicReads.rows<{ part: Buffer }>(READ_FILE_PART, values);
      if (!row) throw new Error('The picture was removed while it was sent.');
      yield row.part;
    }
  }
}
