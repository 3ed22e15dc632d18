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

/** Pictures that lie beside Markdown files: in with an import, out with an export (contract 14). */
@Injectable()
export class TransferredPictures {
  constructor(
    private readonly pictures: PicturesService,
    private readonly config: Config,
  ) {}

  /**
   * Keeps the picture at a path for an account; a dry run only says that it would.
   * @returns its SHA-256, or `undefined` where there is none that is taken
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
      if (!dryRun) await this.pictures.put(accountId, sha256, bytes);
      return sha256;
    } catch (error) {
      if (error instanceof Problem && error.code !== 'unavailable') return undefined;
      throw error;
    }
  }

  /**
   * Writes the pictures that a text names into a folder, as they were uploaded.
   * @returns the text with their file names in place of their names
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
    return markdown.replaceAll(
      /(?<=[(<\s])picture:([0-9a-f]{64})/g,
      (name, sha256: string) => files.get(sha256) ?? name,
    );
  }

  /** What lies at a path below the folder, and nowhere else: a link may lead anywhere. */
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
