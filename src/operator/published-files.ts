import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PagePath } from '../documents/page-path.js';
import { isObject } from '../platform/validation/shape.js';
import { writeFileWhole } from '../transfer/markdown-files.js';
import type { LastWritten } from '../transfer/ownership.js';
import { CommandFailed } from './terminal.js';

/** What `publish` wrote from a file the last time. */
export interface PublishedFile extends PagePath, LastWritten {
  readonly id: string;
}

/** The file in each folder, by origin of the service and name of the Markdown file. Its name hides it from imports. */
const STATE = '.imprimatur.json';

type FolderState = Record<string, Record<string, PublishedFile>>;

/**
 * Remembers what `publish` wrote, in one file next to the Markdown files of each folder (docs/adr/0051). A lost file costs
 * no text: then an equal document is recognised, and a differing one is a conflict.
 */
export class PublishedFiles {
  readonly #origin: string;
  readonly #folders = new Map<string, FolderState>();
  readonly #changed = new Set<string>();

  constructor(url: string) {
    this.#origin = new URL(url).origin;
  }

  /** @throws CommandFailed if the state of the folder is damaged */
  get(path: string): PublishedFile | undefined {
    const known = this.#of(dirname(path))[this.#origin] ?? {};
    return Object.hasOwn(known, basename(path)) ? known[basename(path)] : undefined;
  }

  set(path: string, published: PublishedFile): void {
    const state = this.#of(dirname(path));
    state[this.#origin] = { ...state[this.#origin], [basename(path)]: published };
    this.#changed.add(dirname(path));
  }

  /** Writes what changed since the last call. Returns the folders that cannot be written. */
  async write(): Promise<string[]> {
    const failed: string[] = [];
    for (const folder of this.#changed) {
      const text = `${JSON.stringify(this.#of(folder), null, 2)}\n`;
      await writeFileWhole(join(folder, STATE), text).catch(() => failed.push(folder));
    }
    this.#changed.clear();
    return failed;
  }

  #of(folder: string): FolderState {
    let state = this.#folders.get(folder);
    if (!state) {
      state = readState(join(folder, STATE));
      this.#folders.set(folder, state);
    }
    return state;
  }
}

function readState(path: string): FolderState {
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isFolderState(state)) throw new SyntaxError('has another form');
    return state;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandFailed(
      `The record of earlier runs, ${path}, is not readable. Restore this file, or delete it and publish again.`,
    );
  }
}

const isFolderState = (state: unknown): state is FolderState =>
  isObject(state) && Object.values(state).every(isObject);
