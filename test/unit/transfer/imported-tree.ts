import { hash } from 'node:crypto';
import { fileAddresses, namedAddress, namesIn } from '../../../src/transfer/file-addresses.js';
import { linkedDocument } from '../../../src/transfer/linked-document.js';
import { LinkTargets } from '../../../src/transfer/link-targets.js';
import { documentIn, type DocumentRead } from '../../../src/transfer/read-document.js';
import { hrefOf } from '../../../src/documents/page-path.js';

export interface ReadFile {
  readonly file: string;
  readonly read: DocumentRead;
}

/** Parses files that are written in a test. */
export const filesOf = (texts: Readonly<Record<string, string>>): ReadFile[] =>
  Object.entries(texts).map(([file, text]) => ({ file, read: documentIn(file, text) }));

const MARKDOWN = /\.(?:md|mdx|markdown)$/;

/**
 * Imports a small tree without a service. A line for each file says its address and title, and whether it is a draft;
 * then follow the lines of its text.
 */
export async function importedTree(
  texts: Readonly<Record<string, string>>,
  linkRoot = '',
): Promise<string[]> {
  const others = Object.keys(texts).filter((path) => !MARKDOWN.test(path));
  const files = filesOf(texts).filter(({ file }) => MARKDOWN.test(file));
  const { byFile } = fileAddresses(
    files.map(({ file, read }) => namedAddress(file, read)),
    [],
  );
  const targets = new LinkTargets(
    files.flatMap(({ file, read }) => {
      const address = byFile.get(file);
      return address ? [{ file, address, ...namesIn(read) }] : [];
    }),
    others,
    linkRoot,
  );
  const take = (path: string) =>
    Promise.resolve(others.includes(path) ? hash('sha256', path) : undefined);
  const lines: string[] = [];
  for (const { file, read } of files) {
    const { fields, dead } = await linkedDocument(file, read, { byFile, targets }, false, take);
    const path = hrefOf(byFile.get(file)!);
    const short = String(fields['content']).replaceAll(
      /picture:([0-9a-f]{4})[0-9a-f]{60}/g,
      'picture:$1',
    );
    lines.push(
      `${file} => ${path} | ${String(fields['title'])}${read.isDraft ? ' | draft' : ''}`,
      ...short
        .split('\n')
        .filter(Boolean)
        .map((line) => `  ${line}`),
      ...dead.map((one) => `  ! ${file}:${one.line} ${one.target}`),
    );
  }
  return lines;
}
