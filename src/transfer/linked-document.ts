import { hash } from 'node:crypto';
import { picturesOf, type RewrittenText, rewriteLinks } from './link-rewriting.js';
import type { LinkTargets } from './link-targets.js';
import { markdownFacts } from './markdown-links.js';
import { type DocumentRead, isContent } from './read-document.js';

/** A document whose links and pictures wait for their new destinations. */
export interface LinkedDocument {
  /** The title of the front matter, or else that of the text, or else that of the path. */
  readonly title: unknown;
  /**
   * The paths of the pictures that the text shows; of an embedded picture, a short address. Those that an export embeds
   * are left out.
   */
  readonly pictures: ReadonlySet<string>;
  /** The bytes of the embedded pictures. */
  readonly embedded: ReadonlyMap<string, Buffer<ArrayBuffer>>;
  /** Returns the text with its new destinations, and its links. @param sha256Of the hash of a picture that was taken */
  rewritten(sha256Of: (path: string) => string | undefined): RewrittenText;
}

/**
 * Reads the links of a document. A text that will be refused is not parsed, because parsing a megabyte takes seconds.
 * @param keepLinks whether links stay as they are, and only pictures get new destinations; those of an export always stay
 */
export function linkedDocument(
  file: string,
  read: DocumentRead,
  targets: LinkTargets,
  keepLinks: boolean,
): LinkedDocument {
  const data = withoutData(read.content);
  const facts = isContent(data.content)
    ? markdownFacts(data.content)
    : { links: [], title: undefined };
  const text = { file, content: data.content, links: facts.links };
  const shown = [...picturesOf(text, targets)];
  return {
    title: read.input['title'] ?? facts.title ?? read.path.title,
    pictures: new Set(read.isExport ? shown.filter((path) => !data.pictures.has(path)) : shown),
    embedded: data.pictures,
    rewritten: (sha256Of) => {
      const name = (path: string): string | undefined => {
        const sha256 = sha256Of(path);
        return sha256 && `picture:${sha256}`;
      };
      const { content, internal, dead } = rewriteLinks(
        text,
        targets,
        name,
        keepLinks || read.isExport,
      );
      return {
        content: data.restored(content),
        internal,
        dead: dead.map(({ line, target }) => ({ line: read.lineOf(line), target })),
      };
    },
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
