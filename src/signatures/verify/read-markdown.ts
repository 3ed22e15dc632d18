import { originOf, type ReleaseRecord, sha256Of, signedMarkdown } from '../record.js';

/** The Markdown file of a released version, split but not yet checked. */
export interface ReadMarkdown {
  readonly text: string;
  /** The lines of each field of the front matter. A line that begins no field counts as a field of its own. */
  readonly fields: ReadonlyMap<string, string>;
  readonly content: string;
}

const OPENING = '---\n';
/** The end of the front matter. No value of the front matter contains a line feed, so the first one is the end. */
const CLOSING = '\n---\n\n';

/** Splits a Markdown file as the service writes it. @throws Error if the file is not UTF-8, or has no front matter */
export function readMarkdown(file: Uint8Array): ReadMarkdown {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  const end = text.indexOf(CLOSING);
  if (!text.startsWith(OPENING) || end < 0)
    throw new Error('This file is not the Markdown of a released version.');
  return {
    text,
    fields: fieldsIn(text.slice(OPENING.length, end)),
    content: text.slice(end + CLOSING.length),
  };
}

function fieldsIn(frontMatter: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let name = '';
  for (const line of frontMatter.split('\n')) {
    const [, begun] = /^([A-Za-z_]+):/.exec(line) ?? [];
    if (begun !== undefined || !line.startsWith('  ')) name = begun ?? line;
    const before = fields.get(name);
    fields.set(name, before === undefined ? line : `${before}\n${line}`);
  }
  return fields;
}

/** Reads a field whose value is one text or number; `undefined` if there is no such field. */
export function scalarIn({ fields }: ReadMarkdown, name: string): unknown {
  const line = fields.get(name);
  if (line === undefined) return undefined;
  try {
    return JSON.parse(line.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

/**
 * Finds the differences between a file and its record, each as part of a sentence. Makes the file anew from the record,
 * and compares all bytes. The record has only the hashes of content and description, so these two come from the file.
 */
export function differences(file: ReadMarkdown, record: ReleaseRecord): string[] {
  const read = isOfPage(file, record) ? asVersion(file, record) : file;
  const { text, fields, content } = read;
  const description = scalarIn(read, 'description');
  const isDescription =
    typeof description === 'string' && sha256Of(description) === record.descriptionSha256;
  const expectedText = signedMarkdown(record, {
    description: isDescription ? description : '',
    markdown: content,
  });
  const isContent = sha256Of(content) === record.contentSha256;
  if (isContent && isDescription && expectedText === text) return [];
  const expected = readMarkdown(Buffer.from(expectedText)).fields;
  const names = [...new Set([...expected.keys(), ...fields.keys()])];
  const differing = names.filter(
    (name) => fields.get(name) !== expected.get(name) || (name === 'description' && !isDescription),
  );
  const found = [
    ...(isContent ? [] : ['the text differs from what was signed']),
    ...differing.map((name) =>
      expected.has(name)
        ? `${name} differs from what was signed`
        : `${JSON.stringify(name)} was not signed`,
    ),
  ];
  return found.length > 0 ? found : ['the order of the fields differs from what was signed'];
}

/** Whether a file is the Markdown of the page, not of the version. */
export const isOfPage = (file: ReadMarkdown, record: ReleaseRecord): boolean =>
  scalarIn(file, 'url') === pageOf(record);

/** The time of the first release. Only the file of a page has it, and no record. */
const FIRST_RELEASE =
  /\nfirstPublishedAt: "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"(?=\npublishedAt: )/;
/** What only an export has: the stated time of the last change, and the paths that lead to the page. */
const IN_EXPORT =
  /(?:\nupdated: "\d{4}-\d\d-\d\dT[\d:.]+Z")?(?:\naliases:(?:\n {2}- "\/[^"\n]*")+)?(?=\nurl: [^\n]*\n---\n\n$)/;

/**
 * Makes the file of the version from the file of its page. The page has its own address, the time of the first release,
 * and addresses of pictures in place of their names. If an author wrote both names and such addresses, the text that was
 * signed cannot be told, so it differs.
 */
function asVersion({ text, content }: ReadMarkdown, record: ReleaseRecord): ReadMarkdown {
  const address = new RegExp(
    `${originOf(record).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}/pictures/([0-9a-fA-F]{64})-\\d+\\.\\w+`,
    'g',
  );
  const named = content.replaceAll(address, 'picture:$1');
  const signed = sha256Of(named) === record.contentSha256 ? named : content;
  const frontMatter = text
    .slice(0, text.length - content.length)
    .replace(FIRST_RELEASE, '')
    .replace(IN_EXPORT, '')
    .replace(/\nurl: .*\n---\n\n$/, () => `\nurl: ${JSON.stringify(record.address)}${CLOSING}`);
  return readMarkdown(Buffer.from(frontMatter + signed));
}

/** Returns the address of the page of a version, which has no version number. */
const pageOf = ({ address }: ReleaseRecord): string => address.slice(0, address.lastIndexOf('@'));
