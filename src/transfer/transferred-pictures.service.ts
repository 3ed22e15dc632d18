import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Injectable } from '@nestjs/common';
import { sniffedType } from '../pictures/picture-types.js';
import { PicturesService } from '../pictures/pictures.service.js';
import { Config } from '../platform/config/config.js';
import { Problem } from '../platform/problems/problem.js';
import { mayNamePictures, type PictureReference, picturesIn } from '../rendering/pictures.js';
import type { FaultyPicture } from '../writes/facts.sql.js';
import { readFileWhole, UnreadableFile, writeFileWhole } from './markdown-files.js';
import { rewritePictureNames } from './relative-links.js';

/** Reads pictures beside Markdown files for imports, and writes pictures for exports (contract 14). */
@Injectable()
export class TransferredPictures {
  constructor(
    private readonly pictures: PicturesService,
    private readonly config: Config,
  ) {}

  /**
   * Stores the picture at a path. A dry run only checks the picture.
   * @returns the SHA-256 of the picture; `undefined` if the picture cannot be read or is refused
   */
  async take(
    root: string,
    path: string,
    accountId: string,
    dryRun: boolean,
  ): Promise<string | undefined> {
    const bytes = await this.read(root, path);
    if (!bytes || !sniffedType(bytes)) return undefined;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    try {
      if (dryRun) await this.pictures.check(accountId, bytes);
      else await this.pictures.put(accountId, sha256, bytes);
      return sha256;
    } catch (error) {
      if (error instanceof Problem && error.code !== 'unavailable') return undefined;
      throw error;
    }
  }

  /**
   * Finds the pictures that would make the service refuse to publish a text. Returns each picture once, in the order of
   * the text.
   * @param taken SHA-256 of the pictures that the import would store before the publish
   */
  async faultsOf(
    accountId: string,
    markdown: string,
    taken: ReadonlySet<string>,
  ): Promise<FaultyPicture[]> {
    const named = mayNamePictures(markdown) ? picturesIn(markdown) : [];
    if (named.length === 0) return [];
    const names = named.map(({ sha256 }) => sha256);
    const known = await this.pictures.known(accountId, names);
    const isThere = ({ sha256 }: PictureReference): boolean =>
      known.has(sha256) || taken.has(sha256);
    return named
      .filter((one) => !one.isDescribed || !isThere(one))
      .map(({ sha256, isDescribed }) => ({
        sha256,
        reason: isDescribed ? 'missing' : 'no_alternative_text',
      }));
  }

  /**
   * Writes the pictures of a text into a folder. Each file has the bytes that were uploaded.
   * @returns the text, with the names of these files instead of `picture:SHA256`
   */
  async write(folder: string, accountId: string, markdown: string): Promise<string> {
    if (!mayNamePictures(markdown)) return markdown;
    const files = new Map<string, string>();
    for (const { sha256 } of picturesIn(markdown)) {
      const found = await this.pictures.original(accountId, sha256);
      if (!found) continue;
      const file = `${sha256}.${found.extension}`;
      await writeFileWhole(join(folder, file), found.bytes);
      files.set(sha256, file);
    }
    return rewritePictureNames(markdown, (sha256) => files.get(sha256));
  }

  /**
   * Reads a file; `undefined` if the file is missing, too large or not readable, or if a symbolic link leads to a file
   * outside of `root`.
   */
  private async read(root: string, path: string): Promise<Buffer | undefined> {
    try {
      const [folder, file] = [await realpath(root), await realpath(join(root, path))];
      if (!file.startsWith(folder + sep)) return undefined;
      return await readFileWhole(file, this.config.pictureMaxBytes);
    } catch (error) {
      if (error instanceof UnreadableFile || isOfPath(error)) return undefined;
      throw error;
    }
  }
}

/** Errors that do not depend on the requested file. */
const OF_THE_MACHINE = new Set(['EIO', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** Whether the path caused the error. This is possible, because a text can name any path. */
const isOfPath = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && !OF_THE_MACHINE.has(String(error.code));
