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

/** What is told of a picture. */
export type PictureFacts = Pick<Picture, 'sha256' | 'type' | 'width' | 'height' | 'bytes'>;

/** A picture that is to be kept. */
export interface NewPicture extends PictureFacts {
  readonly accountId: string;
  readonly original: Buffer;
  readonly files: readonly PictureFileMade[];
}

const TIMEOUT_MS = 5_000;

/** The pictures of accounts. */
@Injectable()
export class PicturesRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Picture) private readonly pictures: Repository<Picture>,
  ) {}

  /** A picture that the account has, uploaded once more; `undefined`: it has none. */
  async renew(accountId: string, sha256: string): Promise<PictureFacts | undefined> {
    const [facts] = await this.database.accountWrite(accountId, TIMEOUT_MS, (connection) =>
      connection.rows<PictureFacts>(RENEW_PICTURE, [accountId, sha256]),
    );
    return facts;
  }

  /** Bytes of all pictures of an account, as they were uploaded. */
  async bytesOf(accountId: string): Promise<number> {
    const [sum] = await this.database.accountWrite(accountId, TIMEOUT_MS, (connection) =>
      connection.rows<{ bytes: number }>(SUM_PICTURES, [accountId]),
    );
    return sum!.bytes;
  }

  /** Keeps a picture, unless the account then has more than `maxBytes` of them, or has it already. */
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

  /** Those of some pictures that an account has, by their SHA-256. */
  async known(accountId: string, sha256s: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.pictures.find({
      where: { accountId, sha256: In([...sha256s]) },
      select: { accountId: true, sha256: true },
    });
    return new Set(found.map(({ sha256 }) => sha256));
  }

  /** What was uploaded, for an export; `undefined`: the account has no such picture. */
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

  /** How many pictures all accounts have, and their bytes, as they were uploaded. */
  async totals(): Promise<{ count: number; bytes: number }> {
    const sums = await this.pictures
      .createQueryBuilder('p')
      .select('count(*)::float8', 'count')
      .addSelect('coalesce(sum(p.bytes), 0)::float8', 'bytes')
      .getRawOne<{ count: number; bytes: number }>();
    return sums!;
  }

  /** How many bytes of pictures the accounts with the most of them hold. */
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
