import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { FolderFault, makeFolder } from '../platform/files/make-folder.js';
import { newId } from '../platform/ids/ids.js';
import { sha256Of } from '../signatures/record.js';
import { CHECKSUMS_FILE, checksumsText } from './checksums.js';

/** A folder that gets its final name only when it is complete. */
export class EvidenceFolder {
  private readonly hashes = new Map<string, string>();

  private constructor(
    private readonly path: string,
    private readonly unfinished: string,
  ) {}

  /**
   * Creates the folder `path` with the files that `work` adds, and their checksums. If `work` fails, no folder `path`
   * remains.
   * @throws FolderFault if the folder already exists, or cannot be created
   */
  static async write(path: string, work: (folder: EvidenceFolder) => Promise<void>): Promise<void> {
    const whole = resolve(path);
    if (existsSync(whole)) throw new FolderFault(`${path} is there already: name another folder.`);
    makeFolder(dirname(whole));
    const folder = new EvidenceFolder(whole, `${whole}.${newId()}.tmp`);
    try {
      await mkdir(folder.unfinished);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new FolderFault(`The folder ${path} cannot be made (${code}).`, { cause: error });
    }
    try {
      await work(folder);
      await writeFile(join(folder.unfinished, CHECKSUMS_FILE), checksumsText(folder.hashes));
      await rename(folder.unfinished, folder.path);
    } catch (error) {
      await rm(folder.unfinished, { recursive: true, force: true });
      throw error;
    }
  }

  async add(name: string, content: string): Promise<void> {
    this.hashes.set(name, sha256Of(content));
    await writeFile(join(this.unfinished, name), content);
  }

  addJson(name: string, content: unknown): Promise<void> {
    return this.add(name, `${JSON.stringify(content, null, 2)}\n`);
  }
}
