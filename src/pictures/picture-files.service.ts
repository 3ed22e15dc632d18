import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Answer } from '../platform/http/deliver.js';
import { PICTURE_TYPES } from './picture-types.js';
import type { PictureFile } from './picture.entity.js';
import { READ_FILE_PART, READ_NAMED_FILE, READ_PUBLIC_FILE } from './pictures.statements.js';

/** A file of a picture that the client is allowed to see. */
type StoredFile = Readonly<Omit<PictureFile, 'body'>>;

/** A file, and a function that reads its bytes part by part. */
export interface PictureToSend {
  readonly file: StoredFile;
  /** Reads the bytes. @throws Error if the file is removed meanwhile */
  readonly read: () => AsyncIterable<Buffer>;
}

/** The revision that must name the picture. */
interface NamingRevision {
  readonly accountId: string;
  readonly publicationId: string;
  /** Number of the revision; `null` for any revision of the publication. */
  readonly revision: number | null;
}

/**
 * Matches SHA-256, width and extension in a file name. The SHA-256 can be in upper case, because `.md` files contain
 * the SHA-256 as the author wrote it.
 */
const NAME = /^([0-9a-fA-F]{64})-([1-9]\d{0,5})\.([a-z]{3,4})$/;

/** Size of the parts in which a file is sent, so that no whole file stays in memory while a slow client reads. */
const PART_BYTES = 256 * 1024;

/** Finds files of pictures that a client is allowed to see (contract 14). */
@Injectable()
export class PictureFiles {
  constructor(private readonly database: Database) {}

  /** Finds the file with this name, if the site shows a revision that names the picture. */
  released(name: string): Promise<PictureToSend | undefined> {
    return this.find(name, (values) =>
      this.database.publicReads.rows<StoredFile>(READ_PUBLIC_FILE, values),
    );
  }

  /** Finds the file with this name, if the given revision names the picture. */
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
      if (!row)
        throw new Error(
          'The picture was removed from the service while the service was sending it.',
        );
      yield row.part;
    }
  }
}

/** Headers for pictures of the site, which are public. Pictures of previews and of the desk have `KEPT_BY_NOBODY`. */
export const KEPT_BY_ALL = { 'Cache-Control': 'public, max-age=86400' };
export const KEPT_BY_NOBODY = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/** Makes the answer with a picture, which is read in parts while it is sent; `undefined` if there is no picture. */
export async function pictureAnswer(
  found: Promise<PictureToSend | undefined>,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | undefined> {
  const picture = await found;
  if (!picture) return undefined;
  const { file, read } = picture;
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Content-Type': PICTURE_TYPES[file.extension],
      'Content-Length': String(file.bytes),
    },
    body: Readable.from(read()),
    tag: file.tag,
  };
}
