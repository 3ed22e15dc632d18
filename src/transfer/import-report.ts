import type { FileFault } from './file-fault.js';

/** What became of the files of an import. */
export interface ImportReport {
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
}

export const emptyReport = (files: number, faults: readonly FileFault[]): ImportReport => ({
  files: files + faults.length,
  created: 0,
  updated: 0,
  unchanged: 0,
  published: 0,
  failed: faults.length,
  interrupted: false,
  faults: [...faults],
  ignored: {},
});
