import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Injectable } from '@nestjs/common';
import { sniffedType } from '../pictures/picture-types.js';
import { PicturesService } from '../pictures/pictures.service.js';
import { Config } from '../platform/config/config.js';
import { Problem } from '../platform/problems/problem.js';
import { mayNamePictures, picturesIn } from '../rendering/pictures.js';
import { readFileWhole, UnreadableFile, writeFileWhole } from './markdown-files.js';

/** Pictures beside Markdown files, read by imports and written by exports (contract 14). */
@Injectable()
export class TransferredPictures {
  constructor(
    private readonly pictures: PicturesService,
    private readonly config: Config,
  ) {}

  /** Keeps the picture at a path; a dry run does not. @returns its SHA-256; `undefined`: there is no valid one */
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
      if (!dryRun) await this.pictures.put(accountId, sha256, bytes);
      return sha256;
    } catch (error) {
      if (error instanceof Problem && error.code !== 'unavailable') return undefined;
      throw error;
    }
  }

  /** Writes the pictures that a text names into a folder. @returns the text with file names in their place */
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
    return markdown.replaceAll(
      /(?<=[(<\s])picture:([0-9a-f]{64})/g,
      (name, sha256: string) => files.get(sha256) ?? name,
    );
  }

  /** The file at a path, if it is really below the folder: a link may lead anywhere. */
  private async read(root: string, path: string): Promise<Buffer | undefined> {
    try {
      const [folder, file] = [await realpath(root), await realpath(join(root, path))];
      if (!file.startsWith(folder + sep)) return undefined;
      return await readFileWhole(file, this.config.pictureMaxBytes);
    } catch (error) {
      if (error instanceof UnreadableFile || isMissing(error)) return undefined;
      throw error;
    }
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));
