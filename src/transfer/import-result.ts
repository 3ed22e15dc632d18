import type { Author } from '../documents/document.js';
import type { Held } from './ownership.js';
import type { Fault } from '../platform/validation/fault.js';

/** A fault in a file, or the reason why the document was refused. */
export interface FileFault {
  /** Path of the file, relative to the imported folder. */
  readonly file: string;
  /** Path of the faulty field, such as `author.kind` (contract 6); `null` for the file as a whole. */
  readonly field: string | null;
  /** The end of a sentence that begins with the field or the file. */
  readonly message: string;
}

/** A changed file that was not imported, because its document was changed by others, or is not from this file. */
export interface FileConflict {
  readonly file: string;
  readonly publicationId: string;
  /** The working revision, which was left as it is. */
  readonly version: number;
  /** The revision that was imported from this file last; `null` if none was. */
  readonly importedVersion: number | null;
}

/** A document that was not published, although `--publish` was given. */
export interface HeldFile {
  readonly file: string;
  readonly reason: Held;
}

/** What became of the files of a folder: of an import, or of `publish`. */
export interface FilesReport {
  files: number;
  created: number;
  updated: number;
  /** Number of documents that need no write: the file is equal, or only the document has changed since the last run. */
  unchanged: number;
  /** Number of requested releases; in a dry run, the number of releases that an import would request. */
  published: number;
  /** Number of files with faults. The documents of these files were not written, or were written but not published. */
  failed: number;
  readonly faults: FileFault[];
  readonly conflicts: FileConflict[];
  readonly notPublished: HeldFile[];
}

/** Makes the report of these files, before any of them is read further. @param faults of files that cannot be read */
export const emptyReport = (files: number, faults: readonly FileFault[]): FilesReport => ({
  files: files + faults.length,
  created: 0,
  updated: 0,
  unchanged: 0,
  published: 0,
  failed: faults.length,
  faults: [...faults],
  conflicts: [],
  notPublished: [],
});

export interface ImportResult extends FilesReport {
  /** Whether the import was stopped. A second run continues the import. */
  interrupted: boolean;
  /** Keys of front matter that an import ignores; for each key, the number of files that contain it. */
  readonly ignored: Record<string, number>;
  /** Paths of pictures that were not imported; for each path, the number of files that show the picture. */
  readonly pictures: Record<string, number>;
  /** Number of files without an author; their documents get `author`. */
  withoutAuthor: number;
  readonly author: Author;
}

/** Makes an object without a prototype, because files can contain keys such as `constructor` and `__proto__`. */
const newCounts = (): Record<string, number> => Object.create(null) as Record<string, number>;

export const emptyResult = (
  files: number,
  faults: readonly FileFault[],
  author: Author,
): ImportResult => ({
  ...emptyReport(files, faults),
  interrupted: false,
  ignored: newCounts(),
  pictures: newCounts(),
  withoutAuthor: 0,
  author,
});

/** Describes a conflict in one line. */
export const conflictText = ({ file, version, importedVersion }: FileConflict): string =>
  importedVersion === null
    ? `${file}: conflict: version ${version} of its document was not written from this file`
    : `${file}: conflict: its document is at version ${version}, but version ${importedVersion} was the last from this file`;

/** Extends the message of some faults with advice on how to correct the file. */
export function advised({ field, message }: Fault, slug: string): Fault {
  if (field === 'locale' && message === 'is required') {
    return {
      field,
      message: `${message}: write it into the front matter, or put the file into a folder such as en/`,
    };
  }
  if (field === 'slug' && slug === '') {
    return {
      field,
      message: 'is required: the name of the file makes none, so write it into the front matter',
    };
  }
  return { field, message };
}
