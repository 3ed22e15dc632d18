import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import type { Reads } from '../platform/database/statement.js';
import { Database } from '../platform/database/database.js';
import { run } from '../platform/database/connection.js';
import { tagOf } from '../site/answers.js';
import { Picture, PictureFile } from './picture.entity.js';
import type { PictureFileMade } from './decode-picture.js';
import { LOCK_PICTURES, RENEW_PICTURE, SUM_PICTURES } from './pictures.statements.js';

export type PictureFacts = Pick<Picture, 'sha256' | 'type' | 'width' | 'height' | 'bytes'>;

export interface NewPicture extends PictureFacts {
  readonly accountId: string;
  readonly original: Buffer;
  readonly files: readonly PictureFileMade[];
}

/**
 * Checks, in the transaction that stores a picture, that the upload is still allowed: its bytes can arrive and be
 * decoded for a minute after the guard has checked it (contract 7). Rejects with the refusal.
 */
export type UploadCheck = (reads: Pick<Reads, 'rows'>) => Promise<void>;

const TIMEOUT_MS = 5_000;

@Injectable()
export class PicturesRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Picture) private readonly pictures: Repository<Picture>,
  ) {}

  /** Sets the upload time of a picture to now. @returns the picture; `undefined` if the account does not have it */
  async renew(
    accountId: string,
    sha256: string,
    check: UploadCheck,
  ): Promise<PictureFacts | undefined> {
    const [facts] = await this.database.accountWrite(accountId, TIMEOUT_MS, async (connection) => {
      await check(connection);
      return connection.rows<PictureFacts>(RENEW_PICTURE, [accountId, sha256]);
    });
    return facts;
  }

  /** Sums up the uploaded bytes of all pictures of an account. */
  async bytesOf(accountId: string): Promise<number> {
    const [sum] = await this.database.accountWrite(accountId, TIMEOUT_MS, (connection) =>
      connection.rows<{ bytes: number }>(SUM_PICTURES, [accountId]),
    );
    return sum!.bytes;
  }

  /**
   * Stores a picture. Returns `known` if the account already has the picture, `too_large` if the total of the account
   * would exceed `maxBytes`.
   */
  add(
    { files, ...picture }: NewPicture,
    maxBytes: number,
    check: UploadCheck,
  ): Promise<'added' | 'known' | 'too_large'> {
    const { accountId, sha256 } = picture;
    return this.database.accountWrite(accountId, TIMEOUT_MS, (connection) =>
      connection.transaction(async (tx) => {
        await run(tx, LOCK_PICTURES, [accountId]);
        await check({ rows: (statement, values = []) => run(tx, statement, values) });
        if (await tx.existsBy(Picture, { accountId, sha256 })) return 'known';
        const [sum] = await run<{ bytes: number }>(tx, SUM_PICTURES, [accountId]);
        if (sum!.bytes + picture.bytes > maxBytes) return 'too_large';
        await tx.insert(Picture, picture);
        for (const { body, ...file } of files) {
          const tag = tagOf(body);
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

  /** Returns the elements of `sha256s` that name a picture of the account. */
  async known(accountId: string, sha256s: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.pictures.find({
      where: { accountId, sha256: In([...sha256s]) },
      select: { accountId: true, sha256: true },
    });
    return new Set(found.map(({ sha256 }) => sha256));
  }

  /** Reads the uploaded bytes, for an export; `undefined` if the account has no such picture. */
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

  /** Counts the pictures of all accounts, and sums up their uploaded bytes. */
  async totals(): Promise<{ count: number; bytes: number }> {
    const sums = await this.pictures
      .createQueryBuilder('p')
      .select('count(*)::float8', 'count')
      .addSelect('coalesce(sum(p.bytes), 0)::float8', 'bytes')
      .getRawOne<{ count: number; bytes: number }>();
    return sums!;
  }

  /** Returns the `count` accounts whose pictures have the most bytes. */
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
