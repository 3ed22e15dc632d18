import { isDeepStrictEqual } from 'node:util';
import { type ReleaseRecord, sha256Of } from '../signatures/record.js';
import { parseFrontMatter } from '../transfer/parse-front-matter.js';

export interface ReadMarkdown {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly content: string;
}

/** Fields of the front matter. The function of a field returns the value that the record requires. */
const EXPECTED: Readonly<Record<string, (record: ReleaseRecord) => unknown>> = {
  locale: ({ locale }) => locale,
  slug: ({ slug }) => slug,
  title: ({ title }) => title,
  author: ({ author }) => author,
  tags: ({ tags }) => tags,
  sources: ({ sources }) => sources,
  version: ({ version }) => String(version),
  publishedAt: ({ publishedAt }) => publishedAt,
  digitalSourceType: ({ digitalSourceType }) => digitalSourceType ?? undefined,
  approvedBy: ({ approvedBy }) => approvedBy ?? undefined,
  approvedVia: ({ approvedBy, approvedVia }) => (approvedBy === null ? undefined : approvedVia),
  publisher: ({ publisher }) => publisher,
  record: ({ address }) => `${address}.jws`,
};

/** The only field that is not signed. The Markdown at the address of a version does not contain this field. */
const UNSIGNED = 'firstPublishedAt';

const PICTURE_ADDRESS = /https?:\/\/[^/\s]+\/pictures\/([0-9a-fA-F]{64})-\d+\.\w+/g;

/** Parses a released Markdown file. @throws Error if the file is not UTF-8, or if its front matter cannot be read */
export function readMarkdown(file: Uint8Array): ReadMarkdown {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  return parseFrontMatter(text);
}

/** Finds the differences between a file and its record, each as part of a sentence. */
export function differences({ fields, content }: ReadMarkdown, record: ReleaseRecord): string[] {
  const { description, url, ...others } = fields;
  const named = Object.entries(EXPECTED)
    .filter(([name, expected]) => !isDeepStrictEqual(others[name], expected(record)))
    .map(([name]) => name);
  const page = record.address.slice(0, record.address.lastIndexOf('@'));
  const unknown = Object.keys(others).filter((name) => !(name in EXPECTED) && name !== UNSIGNED);
  const differing = [
    ...named,
    ...(url === record.address || url === page ? [] : ['url']),
    ...(typeof description === 'string' && sha256Of(description) === record.descriptionSha256
      ? []
      : ['description']),
  ];
  return [
    ...(isSigned(content, record) ? [] : ['the text differs from what was signed']),
    ...differing.map((name) => `${name} differs from what was signed`),
    ...unknown.map((name) => `${JSON.stringify(name)} was not signed`),
  ];
}

/**
 * Whether the content has the signed hash. The content is compared unchanged, and then with picture names instead of
 * picture addresses (ADR 41).
 */
function isSigned(content: string, { address, contentSha256 }: ReleaseRecord): boolean {
  if (sha256Of(content) === contentSha256) return true;
  const { origin } = new URL(address);
  const named = content.replaceAll(PICTURE_ADDRESS, (found, sha256: string) =>
    found.startsWith(`${origin}/`) ? `picture:${sha256}` : found,
  );
  return sha256Of(named) === contentSha256;
}
