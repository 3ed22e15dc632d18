import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { loginName } from '../audit/operator-actions.service.js';
import type { Author } from '../publications/document/document.js';
import { Config } from '../platform/config/config.js';
import { Problem } from '../platform/problems/problem.js';
import { newId } from '../platform/ids/ids.js';
import type { Progress } from '../platform/progress/progress.js';
import type { Fault } from '../platform/validation/fault.js';
import { validated } from '../platform/validation/validated.js';
import type { PagePath } from '../site/page-path.js';
import { ReleasedDocuments } from '../site/released-documents.service.js';
import { CreatePublicationDto } from '../publications/dto/create-publication.dto.js';
import type { OperatorWriter } from '../writes/write.js';
import { DocumentImport } from './document-import.service.js';
import { addressOf, fileAddresses, type NamedAddress, namedAddress } from './file-addresses.js';
import { emptyResult, type ImportResult } from './import-result.js';
import { findMarkdownFiles } from './markdown-files.js';
import { type DocumentRead, readDocument } from './read-document.js';
import { rewriteLinks } from './relative-links.js';
import { TransferredPictures } from './transferred-pictures.service.js';

/** The folder to import, and the options of the import. */
export interface ImportRequest {
  readonly root: string;
  readonly accountId: string;
  /** Whether to publish the documents that are not public yet. */
  readonly publish: boolean;
  /** The author of documents whose files have no author; `null` for an organization with the name of the account. */
  readonly author: Author | null;
  /** Whether links between the files stay as they are. */
  readonly keepLinks: boolean;
  /** Whether to report what an import would do, without writing. */
  readonly dryRun: boolean;
}

interface Run {
  readonly request: ImportRequest;
  readonly writer: OperatorWriter;
  readonly author: Author;
  readonly result: ImportResult;
  readonly addresses: ReadonlyMap<string, PagePath>;
  /**
   * The imported files, by address. A second file with the same address is refused, because it would overwrite the
   * document of the first file.
   */
  readonly taken: Map<string, string>;
  /** The SHA-256 of each picture, by path; `undefined` if the picture was not imported. */
  readonly pictures: Map<string, string | undefined>;
}

/** Imports folders of Markdown files (contract 10; docs/adr/0008-operators-writes.md). */
@Injectable()
export class ImportsService {
  constructor(
    private readonly config: Config,
    private readonly accounts: AccountsService,
    private readonly documents: DocumentImport,
    private readonly pictures: TransferredPictures,
    private readonly released: ReleasedDocuments,
  ) {}

  /**
   * Imports file by file, and writes new and changed documents. Reports a file with faults, and continues with the next
   * file. When `signal` aborts, stops after the current file.
   * @throws AccountNotFound, Error if the folder cannot be read, and errors of the database
   */
  async import(
    request: ImportRequest,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<ImportResult> {
    const { root, accountId } = request;
    const { name: accountName } = await this.accounts.show(accountId);
    const { files, faults } = await findMarkdownFiles(root);
    const author = request.author ?? { kind: 'organization', name: accountName };
    const result = emptyResult(files.length, faults, author);
    const requestId = newId();
    const operator = loginName();
    const writer = { channel: 'operator', operator, accountId, accountName, requestId } as const;
    const addresses = await readAddresses(root, files, signal);
    const run = {
      request,
      writer,
      author,
      result,
      addresses,
      taken: new Map(),
      pictures: new Map(),
    };
    progress.start('Importing', files.length);
    for (const file of files) {
      if (signal.aborted) break;
      await this.take(run, file);
      progress.step();
    }
    return { ...result, interrupted: signal.aborted };
  }

  private async take(run: Run, file: string): Promise<void> {
    const { request, result, taken, author } = run;
    const read = await readDocument(request.root, file);
    if ('fault' in read) return fail(result, file, [read.fault]);
    for (const key of read.ignored) count(result.ignored, key);
    if (read.input['author'] === undefined) result.withoutAuthor += 1;
    const fileSlug = run.addresses.get(file)?.slug ?? read.slugs[0];
    const input = {
      ...read.input,
      author: read.input['author'] ?? author,
      slug: fileSlug,
      content: await this.linked(run, file, read),
    };
    const validation = await validated(CreatePublicationDto, input, this.config);
    if ('faults' in validation) {
      return fail(
        result,
        file,
        validation.faults.map((fault) => advised(fault, fileSlug)),
      );
    }
    const { locale, slug } = validation.value;
    const other = taken.get(`${locale}/${slug}`);
    if (other !== undefined) {
      return fail(result, file, [{ field: 'slug', message: `is that of ${other} already` }]);
    }
    taken.set(`${locale}/${slug}`, file);
    try {
      await this.settle(run, validation.value);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      fail(result, file, [
        { field: null, message: `was refused (${error.code}): ${error.message}` },
      ]);
    }
  }

  /**
   * Imports the pictures that a text shows, and counts the pictures that are not imported. Returns the text with the
   * new destinations of links and pictures.
   */
  private async linked(run: Run, file: string, read: DocumentRead): Promise<string> {
    const { request, result, addresses, pictures } = run;
    const { root, accountId, dryRun } = request;
    const shown = picturesOf(file, read);
    for (const path of shown) {
      if (!pictures.has(path)) {
        pictures.set(path, await this.pictures.take(root, path, accountId, dryRun));
      }
      if (pictures.get(path) === undefined) count(result.pictures, path);
    }
    const keep = request.keepLinks || read.isExport;
    return rewriteLinks(read.content, file, {
      link: (path) => (keep ? undefined : addressOf(addresses, path)),
      picture: (path) => {
        const sha256 = pictures.get(path);
        return sha256 === undefined ? undefined : `picture:${sha256}`;
      },
    });
  }

  private async settle(run: Run, input: CreatePublicationDto): Promise<void> {
    const { request, result, writer } = run;
    const { publish, dryRun } = request;
    const { saved, publication } = await this.documents.upsert(writer, input, dryRun);
    result[saved] += 1;
    if (!publish) return;
    // If an operator withdrew the page and its file is equal to the working revision, the page stays withdrawn.
    if (saved === 'unchanged' && (await this.released.withdrawn([publication!])).size > 0) return;
    const isAsked = dryRun
      ? this.documents.wouldPublish(input, await this.pictureFaults(run, input), publication)
      : await this.documents.publish(writer, publication!);
    if (isAsked) result.published += 1;
  }

  /** Finds, for a dry run, the pictures because of which a publish of a document would be refused. */
  private pictureFaults({ request, pictures }: Run, { content }: CreatePublicationDto) {
    const taken = [...pictures.values()].filter((sha256) => sha256 !== undefined);
    return this.pictures.faultsOf(request.accountId, content, new Set(taken));
  }
}

/**
 * Reads the files to determine their addresses. Skips a file with a fault, because the import later reports the fault.
 */
async function readAddresses(
  root: string,
  files: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PagePath>> {
  const named: NamedAddress[] = [];
  for (const file of files) {
    if (signal.aborted) break;
    const read = await readDocument(root, file);
    if (!('fault' in read)) named.push(namedAddress(file, read));
  }
  return fileAddresses(named);
}

function picturesOf(file: string, { content }: DocumentRead): ReadonlySet<string> {
  const paths = new Set<string>();
  rewriteLinks(content, file, {
    link: () => undefined,
    picture(path) {
      paths.add(path);
      return undefined;
    },
  });
  return paths;
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function fail(
  result: ImportResult,
  file: string,
  faults: readonly { readonly field: string | null; readonly message: string }[],
): void {
  result.failed += 1;
  result.faults.push(...faults.map(({ field, message }) => ({ file, field, message })));
}

/** Extends the message of some faults with advice on how to correct the file. */
function advised({ field, message }: Fault, slug: string): Fault {
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
