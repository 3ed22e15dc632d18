import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { NO_ID } from '../platform/ids/ids.js';
import { PictureDecoder } from './picture-decoder.service.js';
import { type Extension, EXTENSIONS, PICTURE_TYPES } from './picture-types.js';
import { pictureInvalid, picturesTooLarge, uploadNotFound } from './pictures.errors.js';
import type { Reader } from '../keys/actor.js';
import { LiveActors } from '../keys/live-actors.service.js';
import { UploadAddresses } from './upload-addresses.service.js';
import {
  type NewPicture,
  type PictureFacts,
  PicturesRepository,
  type UploadCheck,
} from './pictures.repository.js';
import type { UploadClaim } from './upload-token.js';

/** A picture in the answer to its upload (contract 14). */
export interface UploadedPicture extends PictureFacts {
  /** Markdown that shows the picture. */
  readonly markdown: string;
}

export interface PutOutcome {
  readonly picture: UploadedPicture;
  readonly isNew: boolean;
}

/** Accepts uploads of pictures (contract 14). */
@Injectable()
export class PicturesService {
  /** Pictures that are being decoded and stored, by account and SHA-256. */
  private readonly decoding = new Map<string, ReturnType<PictureDecoder['decode']>>();

  constructor(
    private readonly repository: PicturesRepository,
    private readonly decoder: PictureDecoder,
    private readonly live: LiveActors,
    private readonly addresses: UploadAddresses,
    private readonly config: Config,
  ) {}

  /**
   * Stores a picture for an account. If the account already has the picture, only renews the time of the last upload.
   * Of several uploads of the same picture at the same time, only the first decodes it, and the others share the result.
   * Answer and response time do not depend on the pictures of other accounts.
   * @param name SHA-256 of the bytes, hexadecimal, in upper or lower case
   * @throws Problem `picture_invalid`, `payload_too_large`, `unavailable`; `unauthorized`, `account_suspended` if the key
   * or the account ended meanwhile
   */
  put(uploader: Reader, name: string, bytes: Buffer): Promise<PutOutcome> {
    const check: UploadCheck = (reads) => this.live.assert(uploader, reads);
    return this.store(uploader.accountId, name, bytes, check);
  }

  private async store(
    accountId: string,
    name: string,
    bytes: Buffer,
    check: UploadCheck,
  ): Promise<PutOutcome> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (name.toLowerCase() !== sha256) throw pictureInvalid('hash_mismatch');
    const known = await this.repository.renew(accountId, sha256, check);
    if (known) return { picture: uploaded(known), isNew: false };
    const { pictureBytesPerAccount: maxBytes } = this.config;
    // This check avoids expensive decoding. `add` checks again, under a lock.
    const held = await this.repository.bytesOf(accountId);
    if (held + bytes.length > maxBytes) throw picturesTooLarge(maxBytes);
    const key = `${accountId} ${sha256}`;
    const isFirst = !this.decoding.has(key);
    const decoding = this.decoding.get(key) ?? this.decoder.decode(accountId, bytes);
    this.decoding.set(key, decoding);
    try {
      return await this.add({ accountId, sha256, original: bytes }, await decoding, check);
    } finally {
      if (isFirst) this.decoding.delete(key);
    }
  }

  private async add(
    { accountId, sha256, original }: Pick<NewPicture, 'accountId' | 'sha256' | 'original'>,
    { extension, width, height, files }: Awaited<ReturnType<PictureDecoder['decode']>>,
    check: UploadCheck,
  ): Promise<PutOutcome> {
    const { pictureBytesPerAccount: maxBytes } = this.config;
    const { length } = original;
    const facts = { sha256, type: PICTURE_TYPES[extension], width, height, bytes: length };
    const added = await this.repository.add(
      { ...facts, accountId, original, files },
      maxBytes,
      check,
    );
    if (added === 'too_large') throw picturesTooLarge(maxBytes);
    return { picture: uploaded(facts), isNew: added === 'added' };
  }

  /**
   * Stores a picture like `put`, but for an upload address, which is valid for one upload.
   * @throws Problem `not_found` if the address ended after it was checked; also the problems of `put`
   */
  async putOnce(claim: UploadClaim, bytes: Buffer): Promise<PutOutcome> {
    const check: UploadCheck = async (reads) => {
      if (!(await this.addresses.isOpen(claim, reads))) throw uploadNotFound();
    };
    const outcome = await this.store(claim.accountId, claim.sha256, bytes, check);
    if (!outcome.isNew) throw uploadNotFound();
    return outcome;
  }

  /** Decodes the bytes of a picture, and stores nothing. @throws Problem `picture_invalid`, `unavailable` */
  async check(accountId: string, bytes: Buffer): Promise<void> {
    await this.decoder.decode(accountId, bytes);
  }

  /**
   * Checks that a sample picture can be decoded. Returns the number and bytes of all stored pictures.
   * @throws Problem if the sample cannot be decoded
   */
  async examine(): Promise<{ count: number; bytes: number }> {
    await this.decoder.decode(NO_ID, SAMPLE);
    return this.repository.totals();
  }

  /** Returns the elements of `sha256s` that name a picture of the account. */
  known(accountId: string, sha256s: readonly string[]): Promise<ReadonlySet<string>> {
    return this.repository.known(accountId, sha256s);
  }

  /** Reads a picture as it was uploaded, for an export; `undefined` if the account has no such picture. */
  async original(
    accountId: string,
    sha256: string,
  ): Promise<{ readonly extension: Extension; readonly bytes: Uint8Array } | undefined> {
    const found = await this.repository.original(accountId, sha256);
    if (!found) return undefined;
    const extension = EXTENSIONS.find((each) => PICTURE_TYPES[each] === found.type)!;
    return { extension, bytes: found.original };
  }
}

/** A GIF of one pixel. */
const SAMPLE = Buffer.from('R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=', 'base64');

const uploaded = (facts: PictureFacts): UploadedPicture => ({
  ...facts,
  markdown: `![what it shows](picture:${facts.sha256})`,
});
