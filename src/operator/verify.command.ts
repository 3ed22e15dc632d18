import { createReadStream, statSync } from 'node:fs';
import type { Failure, FileFailure, Verification } from '../signatures/verify/verify-release.js';
import { type Cell, factTable } from './answer.js';
import type { CommandGroup } from './command-context.js';
import { CommandFailed } from './terminal.js';

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);
const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** `verify` (contract 10, 15): needs no database and no settings. Needs the site only if the source is an address. */
export const verifyCommand: CommandGroup = (program, _services, terminal) => {
  program
    .command('verify')
    .description(
      'check that nobody has changed a released version with its signed record and all earlier records, a folder of evidence, or lines of the audit',
    )
    .argument(
      '<file, folder or url>',
      'a .md file with its .jws files next to it, the address of a page, a folder from the command "publications evidence", or a .jsonl file with lines of the audit',
    )
    .option(
      '--keys <file>',
      'file with the public keys (default: jwks.json next to the .md file or in the folder; for an address, the keys of the site)',
    )
    .action(async (source: string, { keys }: { readonly keys?: string }) => {
      const { failures, facts, text, notProved } = await checked(source, keys);
      const valid = failures.length === 0;
      const failed = [...new Set(failures.map(({ part }) => part))];
      const table = { source, valid: valid ? 'yes' : 'no', failed: failed.join(', ') || null };
      terminal.answer({
        json: { source, valid, failed, ...facts, notProved, failures },
        text: [
          factTable({ ...table, ...text }),
          'This check does not prove:',
          ...notProved.map((sentence) => `- ${sentence}`),
        ].join('\n'),
      });
      if (!valid) throw new CommandFailed(failures.map(sentence).join(' '));
    });
};

interface Checked {
  readonly failures: readonly (Failure | FileFailure)[];
  readonly facts: Readonly<Record<string, unknown>>;
  readonly text: Readonly<Record<string, Cell>>;
  /** What the check cannot prove, each as the end of a sentence. */
  readonly notProved: readonly string[];
}

const sentence = (failure: Failure | FileFailure): string =>
  'file' in failure ? `${failure.file}: ${failure.message}` : failure.message;

/** Checks a source by its kind: an address, a folder, an audit or a file. Loads only the module for that kind. */
async function checked(source: string, keys: string | undefined): Promise<Checked> {
  if (isAddress(source)) return ofUrl(source, keys);
  if (isFolder(source)) return ofFolder(source, keys);
  if (source.endsWith('.jsonl')) return ofAudit(source);
  return ofRelease(
    await (await import('../signatures/verify/verify-file.js')).verifyFile(source, keys),
  );
}

async function ofUrl(address: string, keys: string | undefined): Promise<Checked> {
  const { verifyUrl } = await import('../signatures/verify/verify-url.js');
  const { signedOrigin, chosenBySite, ...verification } = await verifyUrl(address, keys);
  const unproved = [
    ...(chosenBySite
      ? [
          'that the page itself shows this text: the check read the version that the site names as the newest version of the page',
        ]
      : []),
    ...(keys === undefined
      ? ['that the public keys belong to the publisher: they come from the site itself']
      : []),
  ];
  const { failures, facts, text, notProved } = ofRelease(verification, unproved);
  const moved =
    signedOrigin && `the record was signed when the address of the site was ${signedOrigin}`;
  return { failures, facts: { ...facts, signedOrigin }, text: { ...text, moved }, notProved };
}

function ofRelease(
  { failures, record, records, withheld, isOfPage }: Verification,
  unproved: readonly string[] = [],
): Checked {
  const facts = {
    version: record?.version ?? null,
    address: record?.address ?? null,
    publisher: record?.publisher ?? null,
    approvedBy: record?.approvedBy ?? null,
    approvedVia: record?.approvedVia ?? null,
    approvedIn: record?.approvedIn ?? null,
    approverId: record?.approver?.id ?? null,
    publishedAt: record?.publishedAt ?? null,
    records,
  };
  const beyond = withheld ? 'not checked: all records before an erased record' : null;
  return {
    failures,
    facts: { ...facts, withheld },
    text: { ...facts, withheld: beyond },
    notProved: [
      'that no newer version was released',
      ...(isOfPage
        ? [
            'that the time of the first release, and the dates and aliases in an exported file, are true: no signed record contains them',
          ]
        : []),
      ...unproved,
    ],
  };
}

async function ofFolder(path: string, keys: string | undefined): Promise<Checked> {
  const { verifyFolder } = await import('../signatures/verify/verify-folder.js');
  const { failures, publication, notProved, ...counts } = await verifyFolder(path, keys);
  const facts = {
    publication: publication?.id ?? null,
    locale: publication?.locale ?? null,
    slug: publication?.slug ?? null,
    ...counts,
  };
  return { failures, facts, text: facts, notProved };
}

async function ofAudit(path: string): Promise<Checked> {
  const { verifyAudit } = await import('../signatures/verify/verify-audit.js');
  const stream = createReadStream(path) as AsyncIterable<Buffer>;
  const { failures, lines, last } = await verifyAudit(stream);
  const facts = { lines, lastTime: last?.time ?? null, lastSha256: last?.sha256 ?? null };
  return {
    failures,
    facts,
    text: facts,
    notProved: ['that no line is missing at the end of the audit'],
  };
}
