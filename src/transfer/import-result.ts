import type { Author } from '../publications/document/document.js';

/** Something that is wrong with one file, or why its document was not taken. */
export interface FileFault {
  /** Its path, from the imported folder. */
  readonly file: string;
  /** A path such as `author.kind`, as in a problem (contract 6); `null`: the file as a whole. */
  readonly field: string | null;
  /** The end of a sentence that begins with the field or the file. */
  readonly message: string;
}

export interface ImportResult {
  files: number;
  created: number;
  updated: number;
  /** The working revision says what the file says already. */
  unchanged: number;
  /** Requested releases. */
  published: number;
  /** Files with a fault; nothing was written for them, or it was written and not published. */
  failed: number;
  /** It ended early; the next run continues. */
  interrupted: boolean;
  readonly faults: FileFault[];
  /** Front matter that means nothing here: the key, and in how many files it is. */
  readonly ignored: Record<string, number>;
  /** Pictures beside the files that were not imported: the path, and how many files show it. */
  readonly pictures: Record<string, number>;
  /** Files that name no author, and who was taken for it. */
  withoutAuthor: number;
  readonly author: Author;
}

/** Counts by any name, so without a prototype: `constructor` and `__proto__` are names too. */
const newCounts = (): Record<string, number> => Object.create(null) as Record<string, number>;

export const emptyResult = (
  files: number,
  faults: readonly FileFault[],
  author: Author,
): ImportResult => ({
  files: files + faults.length,
  created: 0,
  updated: 0,
  unchanged: 0,
  published: 0,
  failed: faults.length,
  interrupted: false,
  faults: [...faults],
  ignored: newCounts(),
  pictures: newCounts(),
  withoutAuthor: 0,
  author,
});
