import { isDeepStrictEqual } from 'node:util';
import { type ReleaseRecord, sha256Of } from '../signatures/record.js';
import { parseFrontMatter } from '../transfer/parse-front-matter.js';

export interface ReadMarkdown {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly content: string;
  /** Whether a `\u` escape in the front matter has a hexadecimal digit in upper case. The service writes none. */
  readonly hasUpperCaseEscape: boolean;
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

const UPPER_CASE_ESCAPE = /(?<!\\)(?:\\\\)*\\u[0-9a-f]{0,3}[A-F]/;

/** The most picture addresses for which all combinations are tried: 256 hashes take about a second. */
const MAX_COMBINED = 8;

/** Parses a released Markdown file. @throws Error if the file is not UTF-8, or if its front matter cannot be read */
export function readMarkdown(file: Uint8Array): ReadMarkdown {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  const { fields, content } = parseFrontMatter(text);
  const frontMatter = text.slice(0, text.length - content.length);
  return { fields, content, hasUpperCaseEscape: UPPER_CASE_ESCAPE.test(frontMatter) };
}

/** Finds the differences between a file and its record, each as part of a sentence. */
export function differences(
  { fields, content, hasUpperCaseEscape }: ReadMarkdown,
  record: ReleaseRecord,
): string[] {
  const { description, url, ...others } = fields;
  const named = Object.entries(EXPECTED)
    .filter(([name, expected]) => !isDeepStrictEqual(others[name], expected(record)))
    .map(([name]) => name);
  const page = record.address.slice(0, record.address.lastIndexOf('@'));
  const unknown = Object.keys(others).filter(
    (name) => !(name in EXPECTED) && !(name === UNSIGNED && url === page),
  );
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
    ...(hasUpperCaseEscape ? ['an escape in the front matter differs from what was released'] : []),
    ...unknown.map((name) => `${JSON.stringify(name)} was not signed`),
  ];
}

/**
 * Whether the content has the signed hash. The content is compared unchanged, and then with picture names instead of
 * picture addresses (ADR 41). An address of the author can equal an address of the service, so only the hash says which
 * addresses were names. With more than `MAX_COMBINED` addresses, all images are names or none, and all other addresses
 * are names or none.
 */
function isSigned(content: string, { address, contentSha256 }: ReleaseRecord): boolean {
  if (sha256Of(content) === contentSha256) return true;
  const pattern = pictureAddresses(new URL(address).origin);
  const found = [...content.matchAll(pattern)];
  const bits = found.map(([, image], place) =>
    found.length <= MAX_COMBINED ? 1 << place : image === undefined ? 1 : 2,
  );
  for (let names = bits.reduce((all, bit) => all | bit, 0); names > 0; names -= 1) {
    let place = 0;
    const named = content.replaceAll(pattern, (written, _image, sha256: string) =>
      names & bits[place++]! ? `picture:${sha256}` : written,
    );
    if (sha256Of(named) === contentSha256) return true;
  }
  return false;
}

/**
 * Makes the pattern of the picture addresses on a site. Group 1 takes part only if the address is that of an image;
 * group 2 is the SHA-256. A `_` of emphasis can follow the extension, so the extension is letters only.
 */
const pictureAddresses = (origin: string): RegExp =>
  new RegExp(
    String.raw`(?<=(!\[[^[\]]*\]\(<?)?)${origin.replaceAll(/[.[\]]/g, String.raw`\$&`)}/pictures/` +
      String.raw`([0-9a-fA-F]{64})-\d+\.[a-z]+`,
    'g',
  );
