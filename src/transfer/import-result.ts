import type { Author } from '../publications/document/document.js';

/** Something that is wrong with one file, or why its document was not taken. */
export interface FileFault {
  /** Where it lies, from the folder that is imported. */
  readonly file: string;
  /** As in a refusal (contract 6), such as `author.kind`; `null`: the file as a whole. */
  readonly field: string | null;
  /** The end of a sentence that begins with the field or the file. */
  readonly message: string;
}

/** What became of the files of an import. */
export interface ImportResult {
  /** What was found. */
  files: number;
  created: number;
  updated: number;
  /** The working revision says what the file says already. */
  unchanged: number;
  /** Releases that were asked for. */
  published: number;
  /** Files with a fault; nothing was written for them, or it was written and not published. */
  failed: number;
  /** It was ended early; run again, it goes on. */
  interrupted: boolean;
  readonly faults: FileFault[];
  /** Front matter that means nothing here: the key, and in how many files it is. */
  readonly ignored: Record<string, number>;
  /** Pictures beside the files that are not taken in: the path, and in how many files it is. */
  readonly pictures: Record<string, number>;
  /** Files that name no author, and who was taken for it. */
  withoutAuthor: number;
  readonly author: Author;
}

/** Counts by name, where a name may be any text: `constructor` is nobody's yet, and `__proto__` a name. */
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
