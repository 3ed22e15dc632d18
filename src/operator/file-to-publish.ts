import { hash } from 'node:crypto';
import { join } from 'node:path';
import { readConfig } from '../platform/config/config.js';
import { validated } from '../platform/validation/validated.js';
import { CreatePublicationDto } from '../publications/dto/create-publication.dto.js';
import { hrefOf } from '../documents/page-path.js';
import { addressOf, type FileAddresses } from '../transfer/file-addresses.js';
import { advised, type FileFault } from '../transfer/import-result.js';
import { type DocumentRead, isContent, readPicture, titleOf } from '../transfer/read-document.js';
import { picturesOf, rewriteLinks } from '../transfer/relative-links.js';

/** A document as its file describes it, in the form in which the service stores it. */
export interface FileToPublish {
  readonly file: string;
  /** The path of the file on this machine. */
  readonly path: string;
  readonly sha256: string;
  readonly exported: DocumentRead['exported'];
  readonly document: CreatePublicationDto;
  /** The file with the right to the address, which is another file if two files have the same address. */
  readonly owner: string;
  /** The pictures that the text shows, by their paths. */
  readonly pictures: ReadonlyMap<string, Buffer<ArrayBuffer>>;
  /** Pictures and Markdown files that the text names, but that cannot be shown or linked. */
  readonly broken: { readonly pictures: readonly string[]; readonly links: readonly string[] };
}

/** The bounds and rules of the service in their defaults: the service itself checks by its own settings. */
const RULES = readConfig({});
const MARKDOWN = /\.(?:md|markdown)$/i;

/** Reads a document by the rules of an import: its fields, its links and its pictures (contract 10). */
export async function fileToPublish(
  root: string,
  file: string,
  read: DocumentRead,
  addresses: FileAddresses,
): Promise<FileToPublish | { readonly faults: readonly FileFault[] }> {
  const pictures = new Map<string, Buffer<ArrayBuffer>>();
  const shown = isContent(read.content) ? picturesOf(read.content, file) : new Set<string>();
  for (const path of shown) {
    const bytes = await readPicture(root, path, RULES.pictureMaxBytes);
    if (bytes) pictures.set(path, bytes);
  }
  const links: string[] = [];
  const link = (path: string): string | undefined => {
    const address = read.isExport ? undefined : addressOf(addresses.byFile, path);
    if (address === undefined && !read.isExport && MARKDOWN.test(path)) links.push(path);
    return address;
  };
  const picture = (path: string): string | undefined => {
    const bytes = pictures.get(path);
    return bytes && `picture:${hash('sha256', bytes)}`;
  };
  const slug = addresses.byFile.get(file)?.slug ?? read.slugs[0];
  const input = {
    ...read.input,
    title: titleOf(read),
    slug,
    content: isContent(read.content)
      ? rewriteLinks(read.content, file, { link, picture })
      : read.content,
  };
  const validation = await validated(CreatePublicationDto, input, RULES);
  if ('faults' in validation) {
    return { faults: validation.faults.map((fault) => ({ file, ...advised(fault, slug) })) };
  }
  return {
    file,
    path: join(root, file),
    sha256: read.sha256,
    exported: read.exported,
    document: validation.value,
    owner: addresses.owners.get(hrefOf(validation.value)) ?? file,
    pictures,
    broken: { pictures: [...shown].filter((path) => !pictures.has(path)), links },
  };
}
