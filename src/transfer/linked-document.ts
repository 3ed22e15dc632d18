import { hash } from 'node:crypto';
import type { ReadAddresses } from './file-addresses.js';
import { type DeadLink, picturesOf, type RewrittenText, rewriteLinks } from './link-rewriting.js';
import { markdownFacts } from './markdown-links.js';
import { type DocumentRead, isContent } from './read-document.js';

/** A document whose links and pictures have their new destinations. */
export interface LinkedDocument extends Pick<RewrittenText, 'internal'> {
  /** The fields for a create, which are not yet validated. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The links that lead nowhere, with their lines in the file. */
  readonly dead: readonly DeadLink[];
  /** The paths of the pictures that the text shows, but that were not taken; of an embedded picture, a short address. */
  readonly missing: readonly string[];
}

/**
 * Gives the links and pictures of a document their new destinations. A title is that of the front matter, or else that
 * of the text, or else that of the path. A text that will be refused is not parsed, because parsing a megabyte takes
 * seconds.
 * @param keepLinks whether links stay as they are, and only pictures get new destinations; those of an export always stay
 * @param take returns the SHA-256 of the picture at a path, or of one that the text embeds; `undefined` if there is none
 */
export async function linkedDocument(
  file: string,
  read: DocumentRead,
  { targets, byFile }: Pick<ReadAddresses, 'targets' | 'byFile'>,
  keepLinks: boolean,
  take: (path: string, embedded?: Buffer<ArrayBuffer>) => Promise<string | undefined>,
): Promise<LinkedDocument> {
  const data = withoutData(read.content);
  const { links, title } = isContent(data.content)
    ? markdownFacts(data.content)
    : { links: [], title: undefined };
  const text = { file, content: data.content, links };
  const names = new Map<string, string>();
  const missing: string[] = [];
  for (const path of picturesOf(text, targets)) {
    const embedded = data.pictures.get(path);
    if (embedded && read.isExport) continue;
    const sha256 = await take(path, embedded);
    if (sha256 === undefined) missing.push(path);
    else names.set(path, `picture:${sha256}`);
  }
  const keep = keepLinks || read.isExport;
  const { content, internal, dead } = rewriteLinks(text, targets, names, keep);
  return {
    fields: {
      ...read.input,
      title: read.input['title'] ?? title ?? read.path.title,
      slug: byFile.get(file)?.slug ?? read.input['slug'] ?? read.path.pathSlug,
      content: data.restored(content),
    },
    internal,
    dead: dead.map(({ line, target }) => ({ line: read.lineOf(line), target })),
    missing,
  };
}

const DATA = /data:image\/[a-z0-9.+-]{1,40};base64,[A-Za-z0-9+/=]+/gi;
const SHORT = /data:sha256,[0-9a-f]{64}/g;

/**
 * Takes embedded pictures out of a text, as Google Docs and assistants write them: with them a text is longer than a
 * document may be, and takes long to parse. Each `data:` address is replaced by a short one, until `restored` puts back
 * those that are still in a text.
 */
function withoutData(text: string) {
  const pictures = new Map<string, Buffer<ArrayBuffer>>();
  const addresses = new Map<string, string>();
  const content = text.replaceAll(DATA, (address) => {
    const short = `data:sha256,${hash('sha256', address)}`;
    addresses.set(short, address);
    pictures.set(short, Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
    return short;
  });
  return {
    content,
    pictures,
    restored: (changed: string): string =>
      changed.replaceAll(SHORT, (short) => addresses.get(short) ?? short),
  };
}
