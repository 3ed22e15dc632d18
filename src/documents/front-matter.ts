import { isAi, MACHINE_MADE } from './authors.js';
import { type DocumentValue, MEMBER_NAMES } from './document.js';
import { hrefOf } from './page-path.js';
import { versionHref } from './version-path.js';

/** Characters that JSON does not escape, but that YAML forbids or reads as line ends. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * Serialises a text as a double-quoted YAML scalar (YAML 1.2, 7.3.1). The scalar is a JSON string in which the `UNSAFE`
 * characters are also escaped. Therefore no text can end the scalar early, begin a new line, or be read as a number, a
 * date or `---`.
 */
function quotedScalar(text: string): string {
  return JSON.stringify(text).replace(
    UNSAFE,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Makes the lines of a member of a document: a text, a list of texts, or a mapping of texts. */
function member(name: string, value: DocumentValue[keyof DocumentValue]): string[] {
  if (typeof value === 'string') return [`${name}: ${quotedScalar(value)}`];
  if (!('kind' in value)) {
    return value.length === 0
      ? [`${name}: []`]
      : [`${name}:`, ...value.map((item) => `  - ${quotedScalar(item)}`)];
  }
  const texts = Object.entries<string>({ kind: value.kind, name: value.name });
  return [`${name}:`, ...texts.map(([key, text]) => `  ${key}: ${quotedScalar(text)}`)];
}

/** The members of a document in the order of a file: people read who wrote it before its tags and sources. */
const IN_FILE = [...new Set(['title', 'description', 'author', ...MEMBER_NAMES] as const)];

interface DocumentInFile extends DocumentValue {
  readonly locale: string;
  readonly slug: string;
  /** By default, the term for the kind of the author. */
  readonly digitalSourceType?: string | null;
  readonly version: number;
  readonly markdown: string;
}

/** A released document in a file, with its public facts. */
export interface ReleasedInFile extends DocumentInFile {
  readonly firstPublishedAt: Date;
  readonly publishedAt: Date;
  /** The person named for the release; `null` if nobody is named. */
  readonly approvedBy: string | null;
  /** How the release was approved: `desk`, `host` or `key`. If `approvedBy` is a name, `null` counts as `key`. */
  readonly approvedVia: string | null;
  /** The program in which the release was confirmed, as that program states; absent or `null` if not known. */
  readonly approvedIn?: string | null;
  /** The name of the publisher's account; `null` if it is unknown. */
  readonly accountName: string | null;
}

/** A working revision in a file, for the operator only. */
export interface WorkingInFile extends DocumentInFile {
  readonly intent: string;
}

/** What only exports say of a document, so that an import finds it again. */
export interface InExport {
  /** When the document was first published, as an import stated; only for working revisions. */
  readonly statedFirstPublishedAt?: Date | null;
  /** The time of the last change that an import stated. */
  readonly statedUpdatedAt?: Date | null;
  /** The paths that are redirected to the document. */
  readonly aliases?: readonly string[];
}

const aliasesOf = (aliases: readonly string[]): string[] =>
  aliases.length === 0
    ? []
    : ['aliases:'].concat(aliases.map((path) => `  - ${quotedScalar(path)}`));

const name = (key: string, text: string | null): string[] =>
  text === null ? [] : [`${key}: ${quotedScalar(text)}`];

/**
 * Makes the Markdown file of a released document: the metadata as YAML front matter, an empty line, and the text of the
 * document (contract 9). Exports write this format, and imports read this format (contract 10).
 */
export const releasedFile = (
  page: ReleasedInFile,
  baseUrl: string,
  { statedUpdatedAt, aliases = [] }: InExport = {},
): string =>
  markdownFile(page, baseUrl + hrefOf(page), {
    facts: [
      `firstPublishedAt: ${quotedScalar(page.firstPublishedAt.toISOString())}`,
      ...releaseFacts(page, baseUrl),
      ...name('updated', statedUpdatedAt?.toISOString() ?? null),
      ...aliasesOf(aliases),
    ],
  });

/**
 * Makes the Markdown file of a released version (contract 15). The file has only those facts that the signed record of
 * the version also contains.
 */
export const versionFile = (
  page: Omit<ReleasedInFile, 'firstPublishedAt'>,
  baseUrl: string,
): string =>
  markdownFile(page, baseUrl + versionHref(page, page.version), {
    facts: releaseFacts(page, baseUrl),
  });

const releaseFacts = (
  page: Omit<ReleasedInFile, 'firstPublishedAt'>,
  baseUrl: string,
): readonly string[] => [
  `publishedAt: ${quotedScalar(page.publishedAt.toISOString())}`,
  ...name('approvedBy', page.approvedBy),
  ...name('publisher', page.accountName),
  ...name('approvedVia', page.approvedBy === null ? null : (page.approvedVia ?? 'key')),
  ...name('approvedIn', page.approvedIn ?? null),
  ...name('record', baseUrl + versionHref(page, page.version, 'record')),
];

/** Makes the Markdown file of a working revision. */
export const workingFile = (
  document: WorkingInFile,
  baseUrl: string,
  { statedFirstPublishedAt, statedUpdatedAt, aliases = [] }: InExport = {},
): string =>
  markdownFile(document, baseUrl + hrefOf(document), {
    fields: [
      `intent: ${quotedScalar(document.intent)}`,
      ...name('firstPublishedAt', statedFirstPublishedAt?.toISOString() ?? null),
      ...name('updated', statedUpdatedAt?.toISOString() ?? null),
      ...aliasesOf(aliases),
    ],
  });

/**
 * Makes a Markdown file from the members that are listed here. A revision also has other members, which readers must
 * not see.
 */
function markdownFile(
  page: DocumentInFile,
  url: string,
  { fields = [], facts = [] }: { fields?: readonly string[]; facts?: readonly string[] },
): string {
  const { digitalSourceType = isAi(page.author.kind) ? MACHINE_MADE : null } = page;
  return [
    '---',
    `locale: ${quotedScalar(page.locale)}`,
    `slug: ${quotedScalar(page.slug)}`,
    ...IN_FILE.flatMap((key) => {
      const lines = member(key, page[key]);
      return key === 'author' ? lines.concat(name('digitalSourceType', digitalSourceType)) : lines;
    }),
    ...fields,
    `version: ${page.version}`,
    ...facts,
    `url: ${quotedScalar(url)}`,
    '---',
    '',
    page.markdown,
  ].join('\n');
}
