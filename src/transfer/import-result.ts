import type { Author } from '../documents/document.js';
import type { NotIncluded } from './includes.js';
import type { DeadLink } from './link-rewriting.js';
import { type Held, HELD_WORDS } from './ownership.js';
import type { LeftOut } from './stated-dates.js';
import type { Problem } from '../platform/problems/problem.js';
import type { FaultyPicture } from '../writes/facts.sql.js';
import type { Fault } from '../platform/validation/fault.js';

/** A fault in a file, or the reason why the document was refused. */
export interface FileFault {
  /** Path of the file, relative to the imported folder. */
  readonly file: string;
  /** Path of the faulty field, such as `author.kind` (contract 6); `null` for the file as a whole. */
  readonly field: string | null;
  /** The end of a sentence that begins with the field or the file. */
  readonly message: string;
  /** The line of the field in the file, from 1; absent if the fault is not in the front matter. */
  readonly line?: number;
}

/** Something in a file that was left out, while its document was imported. */
type FileNote = Omit<FileFault, 'field'>;

/** Makes the notes of what a file loses: dates that are left out, and includes that stay as they are. */
export const notesOf = (
  file: string,
  read: {
    readonly leftOut: readonly LeftOut[];
    readonly lines: Readonly<Record<string, number>>;
    readonly notIncluded: readonly NotIncluded[];
  },
): readonly FileNote[] => [
  ...read.leftOut.map(({ key, message }) => ({ file, message, line: read.lines[key]! })),
  ...read.notIncluded.map(({ line, target }) => ({
    file,
    line,
    message: `cannot include ${target}`,
  })),
];

/** Makes the note of a file without text. @param linesBefore number of lines of its front matter */
export const noText = (file: string, linesBefore: number): FileNote => ({
  file,
  line: Math.max(linesBefore, 1),
  message: 'contains no text, so no document was made from this file',
});

/** The menu of a locale that an import took or made. */
export interface ImportedMenu {
  readonly locale: string;
  readonly path: string;
  /** `null` in a dry run that would make the document. */
  readonly publicationId: string | null;
  /** The file that it was read from; `null`: the order and names of the files. */
  readonly from: string | null;
  /** Whether it is the menu of its locale already. */
  readonly isSet: boolean;
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

/** What became of the files of a folder: of an import, or of `publish`. */
export class FilesReport {
  readonly files: number;
  created = 0;
  updated = 0;
  /** Number of documents that need no write: the file is equal, or only the document has changed since the last run. */
  unchanged = 0;
  /** Number of requested releases; in a dry run, the number of releases that an import would request. */
  published = 0;
  /** Number of files with faults. The documents of these files were not written, or were written but not published. */
  failed: number;
  readonly faults: FileFault[];
  readonly conflicts: FileConflict[] = [];
  /** Documents that were not published, although `--publish` was given. */
  readonly notPublished: { readonly file: string; readonly reason: Held }[] = [];
  /** Dates, aliases, includes and files without text that were left out, and why. */
  readonly notes: FileNote[] = [];

  /** @param files number of the files that can be read @param faults of those that cannot, one for each */
  constructor(files: number, faults: readonly FileFault[]) {
    this.files = files + faults.length;
    this.failed = faults.length;
    this.faults = [...faults];
  }

  /** Counts a file with these faults. */
  fail(...faults: readonly FileFault[]): undefined {
    this.failed += 1;
    this.faults.push(...faults);
  }
}

/** Makes an object without a prototype, because files can contain keys such as `constructor` and `__proto__`. */
const newCounts = (): Record<string, number> => Object.create(null) as Record<string, number>;

export class ImportResult extends FilesReport {
  /** Whether the import was stopped. A second run continues the import. */
  interrupted = false;
  /** Keys of front matter that an import ignores; for each key, the number of files that contain it. */
  readonly ignored = newCounts();
  /** Paths of pictures that were not imported; for each path, the number of files that show the picture. */
  readonly pictures = newCounts();
  /** Number of links between the files, those that lead nowhere included. */
  links = 0;
  readonly deadLinks: (DeadLink & { readonly file: string })[] = [];
  /** Number of public pages that got other dates without a release. */
  redated = 0;
  /** The paths of the pages of the documents that were created. */
  readonly addresses: { readonly file: string; readonly path: string }[] = [];
  /** The menus, if they were asked for. */
  readonly menus: ImportedMenu[] = [];
  /** Number of imports, exports, JSX tags, shortcodes and marks that were removed or became Markdown, by file. */
  readonly removedJsx = newCounts();
  /**
   * Number of files that were passed over, by the endings of their names; pictures that were imported are not. Hidden
   * files and folders are counted by their names.
   */
  readonly passedOver = newCounts();
  /** Number of files without an author; their documents get `author`. */
  withoutAuthor = 0;
  readonly author: Author;

  constructor(files: number, faults: readonly FileFault[], author: Author) {
    super(files, faults);
    this.author = author;
  }
}

/** Describes in a line each what was not done, and why. */
export const reportLines = ({ faults, conflicts, notPublished, notes }: FilesReport): string[] => [
  ...faults.map(faultText),
  ...conflicts.map(conflictText),
  ...notPublished.map(({ file, reason }) => `${file}: not published: ${HELD_WORDS[reason]}`),
  ...notes.map((note) => faultText({ ...note, field: null })),
];

const faultText = ({ file, line, field, message }: FileFault): string =>
  `${file}${line === undefined ? '' : `:${line}`}: ${field ? `${field} ` : ''}${message}`;

const conflictText = ({ file, version, importedVersion }: FileConflict): string =>
  importedVersion === null
    ? `${file}: conflict: the document already exists, and its version ${version} was not written from this file`
    : `${file}: conflict: the document is at version ${version}, but the last version that was written from this file is ${importedVersion}`;

/** Says what to do about faults or, if there are none, about conflicts; `undefined` if every file was taken. */
export function incomplete(
  { files, failed, conflicts }: FilesReport,
  done: 'imported' | 'published',
): string | undefined {
  if (failed > 0)
    return `${failed} of ${files} files have faults; correct them and run the same command again.`;
  if (conflicts.length > 0)
    return `${conflicts.length} of ${files} files were not ${done}, because somebody else has changed their documents. Copy those changes into the files, or use --overwrite.`;
  return undefined;
}

/** Makes the fault of a file from that of a field, with its line, and with advice on how to correct the file. */
export function advised(
  file: string,
  { field, message }: Fault,
  lines: Readonly<Record<string, number>>,
): FileFault {
  const line = lines[field.split(/[.[]/)[0]!];
  const advice =
    field === 'locale' && message === 'is required'
      ? ': write it into the front matter, or put the file into a folder such as en/'
      : '';
  return { file, field, message: message + advice, ...(line !== undefined && { line }) };
}

const LACKS: Readonly<Record<FaultyPicture['reason'], string>> = {
  missing: 'is not uploaded',
  no_alternative_text: 'has no alternative text',
};

/**
 * Says why a document was refused, as the end of a sentence that begins with the file. Names pictures by their files,
 * because a person at a command line sees no `details`.
 * @param pictures the SHA-256 of each imported picture, by path
 */
export function refusalWords(
  { code, message, occasion }: Problem,
  pictures: ReadonlyMap<string, string | undefined>,
): string {
  const faulty =
    code === 'picture_missing' ? (occasion.details?.['pictures'] as readonly FaultyPicture[]) : [];
  if (faulty.length === 0) return `was refused (${code}): ${message}`;
  const files = new Map([...pictures].map(([path, sha256]) => [sha256, path]));
  const named = faulty.map(
    ({ sha256, reason }) => `${files.get(sha256) ?? `picture:${sha256}`} ${LACKS[reason]}`,
  );
  return `is not published (${code}): ${named.join('; ')}`;
}

/** Adds one to the number of a key. */
export function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
