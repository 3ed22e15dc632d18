import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { Database } from '../platform/database/database.js';
import { run } from '../platform/database/statement.js';
import { Picture } from './picture.entity.js';
import { PictureFile } from './picture-file.entity.js';
import type { PictureFileMade } from './decode-picture.js';
import { LOCK_PICTURES, RENEW_PICTURE, SUM_PICTURES } from './pictures.statements.js';

export type PictureFacts = Pick<Picture, 'sha256' | 'type' | 'width' | 'height' | 'bytes'>;

export interface NewPicture extends PictureFacts {
  readonly accountId: string;
  readonly original: Buffer;
  readonly files: readonly PictureFileMade[];
}

const TIMEOUT_MS = 5_000;

@Injectable()
export class PicturesRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Picture) private readonly pictures: Repository<Picture>,
  ) {}

  /** Renews the upload time of a picture; `undefined` if the account has no such picture. */
  async renew(accountId: string, sha256: string): Promise<PictureFacts | undefined> {
    const [facts] = await this.database.accountWrite(accountId, TIMEOUT_MS, (connection) =>
      connection.rows<PictureFacts>(RENEW_PICTURE, [accountId, sha256]),
    );
    return facts;
  }

  /** Sum of the uploaded bytes of all pictures of an account. */
  async bytesOf(accountId: string): Promise<number> {
    const [sum] = await this.database.accountWrite(accountId, TIMEOUT_MS, (connection) =>
      connection.rows<{ bytes: number }>(SUM_PICTURES, [accountId]),
    );
    return sum!.bytes;
  }

  /** Stores a picture, unless the account has it or would exceed `maxBytes`. */
  add(
    { files, ...picture }: NewPicture,
    maxBytes: number,
  ): Promise<'added' | 'known' | 'too_large'> {
    const { accountId, sha256 } = picture;
    return this.database.accountWrite(accountId, TIMEOUT_MS, (connection) =>
      connection.transaction(async (tx) => {
        await run(tx, LOCK_PICTURES, [accountId]);
        if (await tx.existsBy(Picture, { accountId, sha256 })) return 'known';
        const [sum] = await run<{ bytes: number }>(tx, SUM_PICTURES, [accountId]);
        if (sum!.bytes + picture.bytes > maxBytes) return 'too_large';
        await tx.insert(Picture, picture);
        for (const { body, ...file } of files) {
          const tag = tagOfBytes(body);
          await tx.insert(PictureFile, {
            ...file,
            accountId,
            sha256,
            tag,
            bytes: body.length,
            body: Buffer.from(body.buffer, body.byteOffset, body.length),
          });
        }
        return 'added';
      }),
    );
  }

  /** Returns those of `sha256s` that name a picture of the account. */
  async known(accountId: string, sha256s: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.pictures.find({
      where: { accountId, sha256: In([...sha256s]) },
      select: { accountId: true, sha256: true },
    });
    return new Set(found.map(({ sha256 }) => sha256));
  }

  /** The uploaded bytes, for an export; `undefined` if the account has no such picture. */
  async original(
    accountId: string,
    sha256: string,
  ): Promise<Pick<Picture, 'type' | 'original'> | undefined> {
    const found = await this.pictures.findOne({
      where: { accountId, sha256 },
      select: { accountId: true, sha256: true, type: true, original: true },
    });
    return found ?? undefined;
  }

  /** Number and uploaded bytes of the pictures of all accounts. */
  async totals(): Promise<{ count: number; bytes: number }> {
    const sums = await this.pictures
      .createQueryBuilder('p')
      .select('count(*)::float8', 'count')
      .addSelect('coalesce(sum(p.bytes), 0)::float8', 'bytes')
      .getRawOne<{ count: number; bytes: number }>();
    return sums!;
  }

  /** The `count` accounts with the most bytes of pictures. */
  largest(count: number): Promise<{ accountId: string; bytes: number }[]> {
    return this.pictures
      .createQueryBuilder('p')
      .select('p.account_id', 'accountId')
      .addSelect('sum(p.bytes)::float8', 'bytes')
      .groupBy('p.account_id')
      .orderBy('sum(p.bytes)', 'DESC')
      .limit(count)
      .getRawMany();
  }
}

/** An ETag without its quotation marks: a digest of the bytes. */
const tagOfBytes = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
