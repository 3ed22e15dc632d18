import { versionFile } from '../site/front-matter.js';
import { type PagePath, versionHref } from '../site/page-path.js';
import { parseFrontMatter } from '../transfer/parse-front-matter.js';
import { readMarkdown } from './read-markdown.js';

/** The facts of a version that was released before the service signed records. */
export interface UnsignedVersion extends PagePath {
  readonly publishedAt: string;
  readonly approvedBy: string | null;
  readonly approvedVia: string | null;
  readonly approvedIn?: string;
}

interface Fields extends PagePath, Omit<Partial<UnsignedVersion>, keyof PagePath> {
  readonly title: string;
  readonly description: string;
  readonly author: { readonly kind: string; readonly name: string };
  readonly tags: readonly string[];
  readonly sources: readonly string[];
  readonly publishedAt: string;
  readonly publisher?: string;
  readonly url: string;
}

/**
 * Reads the Markdown of a version without a record. Nothing proves such a text, but its form, version and address must
 * be those that the service writes.
 * @returns `undefined` if a byte differs from what the service would write for the same fields
 */
export function readUnsigned(file: Uint8Array, version: number): UnsignedVersion | undefined {
  try {
    const { text, content } = readMarkdown(file);
    const fields = parseFrontMatter(text).fields as unknown as Fields;
    const { locale, slug, author, publishedAt, approvedBy = null, approvedVia = null } = fields;
    const href = versionHref(fields, version);
    const written = versionFile(
      {
        ...fields,
        version,
        approvedBy,
        approvedVia,
        authorKind: author.kind,
        authorName: author.name,
        accountName: fields.publisher ?? null,
        publishedAt: new Date(publishedAt),
        isSigned: false,
        markdown: content,
      },
      fields.url.slice(0, -href.length),
    );
    return written === text ? { locale, slug, publishedAt, approvedBy, approvedVia } : undefined;
  } catch {
    // Text that is not UTF-8, or has no such fields, is not as the service writes it.
    return undefined;
  }
}
