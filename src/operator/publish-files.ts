import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  Imprimatur,
  NoAnswerError,
  type Problem,
  ProblemError,
  type PublicationView,
} from '../../clients/typescript/src/client.js';
import type { ProblemCode } from '../platform/problems/catalogue.js';
import type { Progress } from '../platform/progress/progress.js';
import { localeFolder } from '../transfer/derived-fields.js';
import { type ReadAddresses, readAddresses, slugTaken } from '../transfer/file-addresses.js';
import { type FileFault, FilesReport, noText } from '../transfer/import-result.js';
import { findMarkdownFiles, type FoundFiles } from '../transfer/markdown-files.js';
import type { FileRead } from '../transfer/read-document.js';
import { fileToPublish } from './file-to-publish.js';
import { FilePublisher, type PublishMode } from './publish-one.js';
import { PublishedFiles } from './published-files.js';
import { CommandFailed } from './terminal.js';

export interface PublishRequest extends PublishMode {
  /** A Markdown file, or a folder of such files. */
  readonly path: string;
  readonly url: string;
  readonly key: string;
  /** Whether to wait until the published pages are public and found by search. */
  readonly wait: boolean;
}

export class PublishReport extends FilesReport {
  /** Number of files that were not looked at any more, because the command stopped; 0 if it stopped in the wait. */
  left = 0;
  /** Why the command stopped before the end; `null` if it did not. */
  stopped: string | null = null;
  /** Pictures and Markdown files that texts name, but that the pages cannot show or link; with their files. */
  readonly broken: { readonly file: string; readonly path: string }[] = [];
  /** Keys of front matter that only `publications import` takes, such as dates and aliases; with their files. */
  readonly notTaken: { readonly file: string; readonly keys: readonly string[] }[] = [];
  /** Folders in which the command could not remember what it wrote. */
  forgotten: string[] = [];
}

/** The documents of the files, after the command: the whole report, and the last states of what was published. */
export interface PublishedAll {
  readonly report: PublishReport;
  /** Whether the path is that of a file, not of a folder with one file. */
  readonly isOneFile: boolean;
  readonly documents: readonly PublicationView[];
}

/** Codes of problems that concern one document. Any other problem also concerns the files that follow. */
const OF_ONE_FILE: ReadonlySet<string> = new Set<ProblemCode>([
  'validation_failed',
  'path_conflict',
  'version_conflict',
  'not_found',
  'payload_too_large',
  'picture_invalid',
  'picture_missing',
  'checks_failed',
  'sources_required',
  'approval_required',
]);

/**
 * Publishes a file or a folder, as a client with a key (contract 10). Goes on with the next file after a fault, and stops
 * when the limit of the day is used up, the key is refused, or the service does not answer. A second run continues.
 * @throws CommandFailed if the path cannot be read
 */
export async function publishFiles(
  request: PublishRequest,
  progress: Progress,
  signal: AbortSignal,
): Promise<PublishedAll> {
  const { root, faults, isOneFile, ...found } = await filesAt(request.path);
  const { files } = found;
  const imprimatur = new Imprimatur({ url: request.url, key: request.key });
  const published = new PublishedFiles(request.url);
  const publisher = new FilePublisher(imprimatur, request.key, published, request);
  const known = files.flatMap((file) => {
    const last = published.get(join(root, file));
    return last ? [{ ...last, file }] : [];
  });
  const addresses = await readAddresses(root, found, known, '', signal);
  const report = new PublishReport(files.length, faults);
  const ids = new Set<string>();
  progress.start('Publishing', files.length);
  for (const [at, file] of files.entries()) {
    try {
      const read = addresses.documents.get(file);
      if (signal.aborted || !read) throw new Stopped('Interrupted.');
      const id = await publishInto(report, { root, file, read, addresses, publisher });
      if (id !== undefined) ids.add(id);
      progress.step();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      report.stopped = error.message;
      report.left = files.length - at;
      break;
    } finally {
      report.forgotten = [...new Set([...report.forgotten, ...(await published.write())])];
    }
  }
  const documents: PublicationView[] = [];
  const all = { report, isOneFile, documents };
  if (report.stopped !== null || !(request.wait || isOneFile)) return all;
  try {
    for (const id of ids) {
      if (signal.aborted) throw new Stopped('Interrupted while waiting for the pages.');
      const reading = request.wait
        ? imprimatur.settled(id)
        : imprimatur.read(id, { view: 'summary' });
      documents.push(await reading);
    }
  } catch (error) {
    if (!(error instanceof Stopped || isOfClient(error))) throw error;
    report.stopped = error.message;
  }
  return all;
}

const isOfClient = (error: unknown): error is NoAnswerError | ProblemError =>
  error instanceof NoAnswerError || error instanceof ProblemError;

/** Ends the work; the message says why. */
class Stopped extends Error {}

interface One {
  readonly root: string;
  readonly file: string;
  readonly read: FileRead;
  readonly addresses: ReadAddresses;
  readonly publisher: FilePublisher;
}

/** Publishes a file and adds the outcome to the report. Returns the id of its document. @throws Stopped */
async function publishInto(report: PublishReport, one: One): Promise<string | undefined> {
  const { root, file, read, addresses, publisher } = one;
  if ('fault' in read) return report.fail(read.fault);
  if (read.content.trim() === '') {
    report.notes.push(noText(file, read.linesBefore));
    return undefined;
  }
  const ready = await fileToPublish(root, file, read, addresses);
  if ('faults' in ready) return report.fail(...ready.faults);
  for (const path of ready.broken) report.broken.push({ file, path });
  if (ready.notTaken.length > 0) report.notTaken.push({ file, keys: ready.notTaken });
  const { owner } = ready;
  if (owner !== file) return report.fail({ file, ...slugTaken(owner) });
  try {
    const { saved, id, version, lastVersion, requested, held } = await publisher.publish(
      ready,
      (done) => void (report[done] += 1),
    );
    if (saved === 'conflict') {
      report.conflicts.push({ file, publicationId: id, version, importedVersion: lastVersion });
      return id;
    }
    if (requested) report.published += 1;
    if (held) report.notPublished.push({ file, reason: held });
    return id;
  } catch (error) {
    if (!isOfClient(error)) throw error;
    if (error instanceof ProblemError && OF_ONE_FILE.has(error.problem.code)) {
      return report.fail(...faultsOf(file, error.problem));
    }
    throw new Stopped(error.message);
  }
}

function faultsOf(file: string, { code, detail, details }: Problem): FileFault[] {
  const errors = (details as { readonly errors?: readonly Omit<FileFault, 'file'>[] } | undefined)
    ?.errors;
  return errors && errors.length > 0
    ? errors.map(({ field, message }) => ({ file, field, message }))
    : [{ file, field: null, message: `was refused (${code}): ${detail}` }];
}

/**
 * Finds the Markdown files at a path, relative to a root. If the folder of the files is named like a locale, its parent is
 * the root, so that the folder names the locale.
 */
async function filesAt(
  path: string,
): Promise<Omit<FoundFiles, 'hidden'> & { readonly root: string; readonly isOneFile: boolean }> {
  const [whole, stats] = await Promise.all([realpath(path), stat(path)]).catch(
    (error: NodeJS.ErrnoException) => {
      throw new CommandFailed(`${path} cannot be opened (${error.code}).`);
    },
  );
  const folder = stats.isDirectory() ? whole : dirname(whole);
  const isLocale = localeFolder(join(basename(folder), 'x')) !== undefined;
  const root = isLocale ? dirname(folder) : folder;
  const named = (file: string): string => (isLocale ? `${basename(folder)}/${file}` : file);
  if (!stats.isDirectory()) {
    return { root, isOneFile: true, files: [named(basename(whole))], others: [], faults: [] };
  }
  const { files, others, faults } = await findMarkdownFiles(folder);
  return {
    root,
    isOneFile: false,
    files: files.map(named),
    others: others.map(named),
    faults: faults.map(({ file, field, message }) => ({ file: named(file), field, message })),
  };
}
