import { hash } from 'node:crypto';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { NoDecoder } from '../pictures/decoder-process.js';
import { PicturesService } from '../pictures/pictures.service.js';
import { Config } from '../platform/config/config.js';
import { Problem } from '../platform/problems/problem.js';
import {
  mayNamePictures,
  namedBy,
  type PictureReference,
  picturesIn,
} from '../rendering/pictures.js';
import type { FaultyPicture } from '../writes/facts.sql.js';
import type { ImportRequest } from './import-run.js';
import { pictureFileName, writeFileWhole } from './markdown-files.js';
import { inForm, markdownFacts, withDestinations } from './markdown-links.js';
import { readPicture } from './read-document.js';

/** Reads pictures beside Markdown files for imports, and writes pictures for exports (contract 14). */
@Injectable()
export class TransferredPictures {
  constructor(
    private readonly pictures: PicturesService,
    private readonly config: Config,
  ) {}

  /**
   * Stores the picture at a path, or an embedded one. A dry run only checks the picture.
   * @param embedded the bytes of an embedded picture
   * @returns the SHA-256 of the picture; `undefined` if the picture cannot be read or decoded, or is refused
   */
  async take(
    { root, accountId, dryRun }: Pick<ImportRequest, 'root' | 'accountId' | 'dryRun'>,
    path: string,
    embedded: Buffer<ArrayBuffer> | undefined,
  ): Promise<string | undefined> {
    const bytes = await readPicture(root, path, this.config.pictureMaxBytes, embedded);
    if (!bytes) return undefined;
    const sha256 = hash('sha256', bytes);
    try {
      if (dryRun) await this.pictures.check(accountId, bytes);
      else await this.pictures.put({ accountId }, sha256, bytes);
      return sha256;
    } catch (error) {
      if (error instanceof Problem || error instanceof NoDecoder) return undefined;
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
   * Writes the pictures of the document with this slug into a folder. Each file has the bytes that were uploaded.
   * @returns the text, with the names of these files instead of `picture:SHA256`
   */
  async write(folder: string, accountId: string, slug: string, markdown: string): Promise<string> {
    if (!mayNamePictures(markdown)) return markdown;
    const files = new Map<string, string>();
    for (const { sha256 } of picturesIn(markdown)) {
      const found = await this.pictures.original(accountId, sha256);
      if (!found) continue;
      const names = new Set(files.values());
      // A name that the text has already would make the text show the picture there, too.
      const isTaken = (name: string): boolean => names.has(name) || markdown.includes(name);
      const file = pictureFileName(slug, sha256, found.extension, isTaken);
      await writeFileWhole(join(folder, file), found.bytes);
      files.set(sha256, file);
    }
    return withPictureFiles(markdown, files);
  }
}

/** Replaces each `picture:SHA256` that is the destination of a picture. All other text stays byte for byte. */
export const withPictureFiles = (markdown: string, files: ReadonlyMap<string, string>): string =>
  withDestinations(markdown, markdownFacts(markdown).links, ({ kind, target }, old) => {
    if (kind !== 'picture' && kind !== 'definition') return undefined;
    const file = files.get(namedBy(target) ?? '');
    return file === undefined ? undefined : inForm(old, file);
  });
