import { extname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { loginName } from '../audit/operator-actions.service.js';
import { Config } from '../platform/config/config.js';
import { Problem } from '../platform/problems/problem.js';
import { newId } from '../platform/ids/ids.js';
import type { Progress } from '../platform/progress/progress.js';
import { validated } from '../platform/validation/validated.js';
import { CreatePublicationDto } from '../publications/dto/write-bodies.dto.js';
import { hrefOf, type PagePath } from '../documents/page-path.js';
import { ReleasedPagesService } from '../site/released-pages.service.js';
import { redirectPath } from '../site/moved-paths.service.js';
import { RedirectRefused, RedirectsService } from '../site/redirects.service.js';
import { SitePlaces } from '../site/site-places.service.js';
import { DocumentImport, type FileToImport, type Saved } from './document-import.service.js';
import { advised, count, ImportResult, notesOf, noText, refusalWords } from './import-result.js';
import { slugFrom } from './derived-fields.js';
import { type ImportedFile, ImportedFilesRepository } from './imported-files.repository.js';
import { findMarkdownFiles } from './markdown-files.js';
import { heldBack, type Standing } from './ownership.js';
import { linkedDocument } from './linked-document.js';
import { readAddresses, slugTaken } from './file-addresses.js';
import type { Run, ImportRequest } from './import-run.js';
import { menusOf, NO_FILE } from './made-menus.js';
import { MENU_KEYS, readMenuFiles } from './menu-files.js';
import type { DocumentRead, FileRead } from './read-document.js';
import { TransferredPictures } from './transferred-pictures.service.js';

/** Imports folders of Markdown files (contract 10; docs/adr/0008-operators-writes.md). */
@Injectable()
export class ImportsService {
  constructor(
    private readonly config: Config,
    private readonly accounts: AccountsService,
    private readonly documents: DocumentImport,
    private readonly importedFiles: ImportedFilesRepository,
    private readonly pictures: TransferredPictures,
    private readonly redirects: RedirectsService,
    private readonly pages: ReleasedPagesService,
    private readonly places: SitePlaces,
  ) {}

  /**
   * Imports file by file, and writes new and changed documents. Reports a file with faults, and continues with the next
   * file. When `signal` aborts, stops after the current file.
   * @throws Error if there is no such account, or the folder cannot be read, and errors of the database
   */
  async import(
    request: ImportRequest,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<ImportResult> {
    const { root, accountId } = request;
    const { name: accountName } = await this.accounts.show(accountId);
    const found = await findMarkdownFiles(root);
    const { files, others, hidden, faults } = found;
    const author = request.author ?? { kind: 'organization', name: accountName };
    const result = new ImportResult(files.length, faults, author);
    const requestId = newId();
    const operator = loginName();
    const writer = { channel: 'operator', operator, accountId, accountName, requestId } as const;
    const imported = await this.importedFiles.of(accountId);
    const addresses = await readAddresses(root, found, imported, request.linkRoot, signal);
    const run = {
      request,
      writer,
      author,
      result,
      addresses,
      imported: new Map(imported.map((one) => [hrefOf(one), one])),
      redirects: await this.redirects.byPath(accountId),
      aliases: new Map<string, string>(),
      paths: new Set(Array.from(addresses.owners.keys(), redirectPath)),
      pictures: new Map(),
      taken: [],
    };
    progress.start('Importing', files.length);
    for (const [file, read] of addresses.documents) {
      if (signal.aborted) break;
      await this.take(run, file, read);
      progress.step();
    }
    if (request.menu && !signal.aborted) await this.menus(run, imported, others);
    if (request.publish && !request.dryRun) result.redated = await this.pages.stateDates(accountId);
    for (const name of hidden) count(result.passedOver, name);
    for (const path of others) {
      if (run.pictures.get(path) === undefined) count(result.passedOver, extname(path) || path);
    }
    result.interrupted = signal.aborted;
    return result;
  }

  private async take(run: Run, file: string, read: FileRead): Promise<void> {
    const { request, result, addresses, author } = run;
    if ('fault' in read) return result.fail(read.fault);
    if (read.content.trim() === '') {
      result.notes.push(noText(file, read.linesBefore));
      return;
    }
    for (const key of read.ignored) {
      if (!request.menu || !MENU_KEYS.has(key)) count(result.ignored, key);
    }
    if (read.removedJsx > 0) result.removedJsx[file] = read.removedJsx;
    result.notes.push(...notesOf(file, read));
    if (read.input['author'] === undefined) result.withoutAuthor += 1;
    const { fields, internal, dead, missing } = await linkedDocument(
      file,
      read,
      addresses,
      request.keepLinks,
      (path, embedded) => this.picture(run, path, embedded),
    );
    result.links += internal;
    for (const one of dead) result.deadLinks.push({ file, ...one });
    for (const path of missing) count(result.pictures, path);
    const input = { ...fields, author: read.input['author'] ?? author };
    const { sha256, isExport, isDraft, dates, menu, aliases, aliasLine, exported } = read;
    const rest = { file, sha256, isExport, isDraft, dates, menu, aliases, aliasLine };
    await this.offer(run, rest, input, read.lines, exported);
  }

  /** Takes a document that becomes one publication, unless it has faults. */
  private async offer(
    run: Run,
    one: Omit<FileToImport, 'exportedVersion' | 'input' | 'imported'>,
    input: Readonly<Record<string, unknown>>,
    lines: Readonly<Record<string, number>>,
    exported?: DocumentRead['exported'],
  ): Promise<void> {
    const { file } = one;
    const { result, addresses } = run;
    const validation = await validated(CreatePublicationDto, input, this.config);
    if ('faults' in validation) {
      return result.fail(...validation.faults.map((fault) => advised(file, fault, lines)));
    }
    const path = hrefOf(validation.value);
    const owner = addresses.owners.get(path) ?? file;
    if (owner !== file) return result.fail(advised(file, slugTaken(owner), lines));
    const url = this.config.publicBaseUrl + path;
    try {
      await this.settle(run, {
        ...one,
        exportedVersion: exported?.url === url ? exported.version : undefined,
        input: validation.value,
        imported: run.imported.get(path),
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      result.fail({ file, field: null, message: refusalWords(error, run.pictures) });
    }
  }

  /** Takes or makes the menu of each locale. */
  private async menus(
    run: Run,
    imported: readonly ImportedFile[],
    others: readonly string[],
  ): Promise<void> {
    const { request, result, addresses, author, taken } = run;
    const files = await readMenuFiles(request.root, others);
    const isTaken = (address: PagePath): boolean => addresses.owners.has(hrefOf(address));
    for (const menu of menusOf([...taken], files, addresses.targets, imported, isTaken)) {
      const { locale, from, made } = menu;
      if (made) {
        const { file, sha256, ...fields } = made;
        await this.offer(run, { ...NO_FILE, file, sha256 }, { ...fields, locale, author }, {});
      }
      const document = taken.find(({ file }) => file === (made?.file ?? from));
      if (!document) continue;
      const { address, publicationId } = document;
      const held = publicationId === null ? [] : await this.places.of(publicationId);
      const isSet = held.some((place) => place.kind === 'menu' && place.locale === locale);
      result.menus.push({ locale, path: hrefOf(address), publicationId, from, isSet });
    }
  }

  /** Imports a picture, once for all texts that show it. Returns its SHA-256. */
  private async picture({ request, pictures }: Run, path: string, embedded?: Buffer<ArrayBuffer>) {
    if (!pictures.has(path)) {
      pictures.set(path, await this.pictures.take(request, path, embedded));
    }
    return pictures.get(path);
  }

  private async settle(run: Run, one: FileToImport): Promise<void> {
    const { request, result, writer } = run;
    const { file, imported } = one;
    const outcome = await this.documents.upsert(writer, one, request);
    const publicationId = 'id' in outcome ? outcome.id : (outcome.publication?.id ?? null);
    const { input, menu, isDraft } = one;
    const { title, locale, slug, intent } = input;
    if (!isDraft && intent !== 'review')
      run.taken.push({ file, address: { locale, slug }, title, ...menu, publicationId });
    if (outcome.saved === 'conflict') {
      const { id, version } = outcome;
      const importedVersion = imported?.file === file ? imported.version : null;
      result.conflicts.push({ file, publicationId: id, version, importedVersion });
      return;
    }
    result[outcome.saved] += 1;
    if (outcome.saved === 'created') result.addresses.push({ file, path: hrefOf(one.input) });
    await this.redirect(run, one, (outcome.publication ?? outcome.replaced)?.id);
    if (request.publish) await this.release(run, one, outcome);
  }

  /** Makes the aliases of a file lead to its document. A dry run only checks them. */
  private async redirect(
    run: Run,
    { file, input, aliases, aliasLine: line }: FileToImport,
    id: string | undefined,
  ) {
    const own = hrefOf(input);
    for (const alias of aliases) {
      const given = aliasPath(alias, input);
      const path = given && redirectPath(given);
      if (!path || path === redirectPath(own)) continue;
      if (id !== undefined && run.redirects.get(path) === id) continue;
      try {
        const other = run.aliases.get(path) ?? own;
        if (other !== own) throw new RedirectRefused(alias, `already redirects to ${other}`);
        if (run.paths.has(path))
          throw new RedirectRefused(
            alias,
            'is the address of a document, so it does not redirect to this file',
          );
        await this.redirects.check(given, id);
        if (!run.request.dryRun) await this.redirects.add(given, id!);
        run.aliases.set(path, own);
      } catch (error) {
        if (!(error instanceof RedirectRefused)) throw error;
        const message = `the alias ${alias} ${error.reason}`;
        run.result.notes.push({ file, message, ...(line !== undefined && { line }) });
      }
    }
  }

  /** Publishes the revision of a file, unless a person wants otherwise. */
  private async release(
    run: Run,
    { file, input, isDraft }: FileToImport,
    outcome: Exclude<Saved, { readonly saved: 'conflict' }>,
  ): Promise<void> {
    const { request, result, writer } = run;
    const { dryRun, again } = request;
    const { saved, publication } = outcome;
    if (publication?.state === 'published') return;
    const isOwn = saved !== 'unchanged' || outcome.isOwn;
    const held = isDraft ? 'draft' : heldBack(standingOf(outcome, input), again);
    const reason = isOwn ? held : 'changed';
    if (reason !== undefined) {
      result.notPublished.push({ file, reason });
      return;
    }
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

/** Returns how the working revision stands. A dry run has no new revision, so its standing comes from the file. */
function standingOf(
  { publication, replaced }: Exclude<Saved, { readonly saved: 'conflict' }>,
  { intent }: CreatePublicationDto,
): Standing {
  if (publication) return publication;
  const { intent: before = 'draft', withdrawn = null } = replaced ?? {};
  return { intent: intent ?? before, returned: null, withdrawn };
}

/** Returns the path that an alias redirects: the path itself, or that of a document with this name. */
function aliasPath(alias: string, { locale }: PagePath): string {
  const path = /^https?:\/\/[^/]+(?<path>\/.*)$/i.exec(alias)?.groups?.['path'] ?? alias;
  const named = slugFrom(path) && `/${locale}/${slugFrom(path)}`;
  return path.includes('/') ? `/${path.replace(/^\/+/, '')}` : named;
}
