import { hash } from 'node:crypto';
import { join } from 'node:path';
import { readConfig } from '../platform/config/config.js';
import { validated } from '../platform/validation/validated.js';
import { CreatePublicationDto } from '../publications/dto/write-bodies.dto.js';
import { hrefOf } from '../documents/page-path.js';
import { advised, type FileFault } from '../transfer/import-result.js';
import { linkedDocument } from '../transfer/linked-document.js';
import type { ReadAddresses } from '../transfer/file-addresses.js';
import { type DocumentRead, operatorsKeys, readPicture } from '../transfer/read-document.js';

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
  /** Whether the file says that its document is not to be published. */
  readonly isDraft: boolean;
  /** Pictures and files that the text names, but that cannot be shown or linked; links with their lines. */
  readonly broken: readonly string[];
  /** Keys of the front matter that only an operator's import takes. */
  readonly notTaken: readonly string[];
}

/** The bounds and rules of the service in their defaults: the service itself checks by its own settings. */
const RULES = readConfig({});

/** Reads a document by the rules of an import: its fields, its links and its pictures (contract 10). */
export async function fileToPublish(
  root: string,
  file: string,
  read: DocumentRead,
  addresses: ReadAddresses,
): Promise<FileToPublish | { readonly faults: readonly FileFault[] }> {
  const pictures = new Map<string, Buffer<ArrayBuffer>>();
  const linked = linkedDocument(file, read, addresses.targets, false);
  for (const path of linked.pictures) {
    const embedded = linked.embedded.get(path);
    const bytes = await readPicture(root, path, RULES.pictureMaxBytes, embedded);
    if (bytes) pictures.set(path, bytes);
  }
  const { content, dead } = linked.rewritten((path) => {
    const bytes = pictures.get(path);
    return bytes && hash('sha256', bytes);
  });
  const slug = addresses.byFile.get(file)?.slug ?? read.input['slug'] ?? read.path.pathSlug;
  const input = { ...read.input, title: linked.title, slug, content };
  const validation = await validated(CreatePublicationDto, input, RULES);
  if ('faults' in validation) {
    return { faults: validation.faults.map((fault) => advised(file, fault, read.lines)) };
  }
  return {
    file,
    path: join(root, file),
    sha256: read.sha256,
    exported: read.exported,
    document: validation.value,
    owner: addresses.owners.get(hrefOf(validation.value)) ?? file,
    pictures,
    isDraft: read.isDraft,
    notTaken: operatorsKeys(read),
    broken: [
      ...[...linked.pictures].filter((path) => !pictures.has(path)),
      ...[...read.notIncluded, ...dead].map(({ line, target }) => `${target} (line ${line})`),
    ],
  };
}
