import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { loginName } from '../audit/operator-actions.service.js';
import { Config } from '../platform/config/config.js';
import { Problem } from '../platform/errors/problem.js';
import { newId } from '../platform/ids/ids.js';
import type { Progress } from '../platform/progress/progress.js';
import type { Fault } from '../platform/validation/fault.js';
import { validated } from '../platform/validation/validated.js';
import { CreatePublicationDto } from '../publications/inputs.js';
import type { OperatorWriter } from '../writes/write.js';
import { DocumentImport } from './document-import.service.js';
import { emptyResult, type ImportResult } from './import-result.js';
import { findMarkdownFiles } from './markdown-files.js';
import { readDocument } from './read-document.js';

/** What is to be brought in, and for whom. */
export interface ImportRequest {
  /** The folder. */
  readonly root: string;
  readonly accountId: string;
  /** Publish, too, what is not public yet. */
  readonly publish: boolean;
}

/** One run of an import. */
interface Run {
  readonly root: string;
  readonly writer: OperatorWriter;
  readonly publish: boolean;
  readonly report: ImportResult;
  /** Which file took an address: a second one would undo the first at every run. */
  readonly taken: Map<string, string>;
}

/** Brings folders of Markdown files in (CONTRACT 10; docs/adr/0008-operators-writes.md). */
@Injectable()
export class ImportsService {
  constructor(
    private readonly config: Config,
    private readonly accounts: AccountsService,
    private readonly documents: DocumentImport,
  ) {}

  /**
   * Goes from file to file: what is new or changed is written, a fault is noted and the rest goes on.
   * Ends early, in good order, when `signal` aborts.
   * @throws AccountNotFound, NoSuchFolder, and what keeps the database from answering
   */
  async import(
    { root, accountId, publish }: ImportRequest,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<ImportResult> {
    const { name: accountName } = await this.accounts.show(accountId);
    const { files, faults } = await findMarkdownFiles(root);
    const report = emptyResult(files.length, faults);
    const requestId = newId();
    const operator = loginName();
    const writer = { door: 'operator', operator, accountId, accountName, requestId } as const;
    const run = { root, writer, publish, report, taken: new Map<string, string>() };
    progress.start('Importing', files.length);
    for (const file of files) {
      if (signal.aborted) break;
      await this.take(run, file);
      progress.step();
    }
    return { ...report, interrupted: signal.aborted };
  }

  private async take(run: Run, file: string): Promise<void> {
    const { report, taken } = run;
    const read = await readDocument(run.root, file);
    if ('fault' in read) return fail(report, file, [read.fault]);
    for (const key of read.ignored) report.ignored[key] = (report.ignored[key] ?? 0) + 1;
    const validation = validated(CreatePublicationDto, read.input, this.config);
    if ('faults' in validation) return fail(report, file, validation.faults.map(advised));
    const { locale, slug } = validation.value;
    const other = taken.get(`${locale}/${slug}`);
    if (other !== undefined) {
      return fail(report, file, [{ field: 'slug', message: `is that of ${other} already` }]);
    }
    taken.set(`${locale}/${slug}`, file);
    try {
      await this.settle(run, validation.value);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      fail(report, file, [
        { field: null, message: `was refused (${error.code}): ${error.message}` },
      ]);
    }
  }

  private async settle(
    { report, writer, publish }: Run,
    input: CreatePublicationDto,
  ): Promise<void> {
    const { saved, publication } = await this.documents.bring(writer, input);
    report[saved] += 1;
    if (publish && (await this.documents.publish(writer, publication))) report.published += 1;
  }
}

function fail(
  report: ImportResult,
  file: string,
  faults: readonly { readonly field: string | null; readonly message: string }[],
): void {
  report.failed += 1;
  report.faults.push(...faults.map(({ field, message }) => ({ file, field, message })));
}

/** What says where in a request something is missing says, of a file, where it could be written. */
const advised = (fault: Fault): Fault =>
  fault.field === 'locale' && fault.message === 'is required'
    ? {
        ...fault,
        message:
          'is required: write it into the front matter, or put the file into a folder such as en/',
      }
    : fault;
