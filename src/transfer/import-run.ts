import type { Author } from '../documents/document.js';
import type { OperatorWriter } from '../writes/write.js';
import type { ReadAddresses } from './file-addresses.js';
import type { ImportResult } from './import-result.js';
import type { ImportedFile } from './imported-files.repository.js';
import type { MenuPage } from './menu-tree.js';

/** The folder to import, and the options of the import. */
export interface ImportRequest {
  readonly root: string;
  readonly accountId: string;
  /** Whether to publish the documents that are not public yet. */
  readonly publish: boolean;
  /** The author of documents whose files have no author; `null` for an organization with the name of the account. */
  readonly author: Author | null;
  /** The folder of links such as `/guide/x`, relative to `root`; '' for `root` itself. */
  readonly linkRoot: string;
  /** Whether links between the files stay as they are. */
  readonly keepLinks: boolean;
  /** Whether to replace what others wrote after the last import, or before the first. */
  readonly overwrite: boolean;
  /** Whether to publish documents that were withdrawn. */
  readonly again: boolean;
  /** Whether to make a menu for each locale. */
  readonly menu: boolean;
  /** Whether to report what an import would do, without writing. */
  readonly dryRun: boolean;
}

export interface Run {
  readonly request: ImportRequest;
  readonly writer: OperatorWriter;
  readonly author: Author;
  readonly result: ImportResult;
  readonly addresses: ReadAddresses;
  /** What was imported into the account before, by the path of the page. */
  readonly imported: ReadonlyMap<string, ImportedFile>;
  /** The publication that each redirect of the account leads to, by path. */
  readonly redirects: ReadonlyMap<string, string>;
  /** The page that each alias of this run leads to, by path. */
  readonly aliases: Map<string, string>;
  /** The paths of the pages of this import, as `redirectPath` makes them. */
  readonly paths: ReadonlySet<string | undefined>;
  /** The SHA-256 of each picture, by path; `undefined` if the picture was not imported. */
  readonly pictures: Map<string, string | undefined>;
  /** The documents that a menu can show, each with its publication; `null` in a dry run. */
  readonly taken: (MenuPage & { readonly publicationId: string | null })[];
}
