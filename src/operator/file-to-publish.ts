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
  /** The pictures that the text shows. */
  readonly pictures: readonly Buffer<ArrayBuffer>[];
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
  const pictures: Buffer<ArrayBuffer>[] = [];
  const { fields, dead, missing } = await linkedDocument(
    file,
    read,
    addresses,
    false,
    async (path, embedded) => {
      const bytes = await readPicture(root, path, RULES.pictureMaxBytes, embedded);
      if (!bytes) return undefined;
      pictures.push(bytes);
      return hash('sha256', bytes);
    },
  );
  const validation = await validated(CreatePublicationDto, fields, RULES);
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
      ...missing,
      ...[...read.notIncluded, ...dead].map(({ line, target }) => `${target} (line ${line})`),
    ],
  };
}
