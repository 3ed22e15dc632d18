import type { Command } from 'commander';
import { lastLineOf } from '../audit/audit-file.js';
import type { AuditEntry } from '../audit/audit-lines.js';
import type { Since } from '../audit/audit-trail.service.js';
import { accountIdArgument, sinceArgument } from './arguments.js';
import type { CommandGroup } from './command-context.js';
import type { Cell } from './answer.js';

const HEAD = ['time', 'channel', 'who', 'client', 'account', 'action', 'what', 'approved by'];

/** The words that people know instead of ids: addresses of documents, and names of accounts. */
interface Names {
  readonly paths: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
}

/** The details without the document, which `path` names. */
function detailsText(details: object | null): string | null {
  const {
    publicationId: _,
    locale: __,
    slug: ___,
    ...rest
  } = { ...details } as Readonly<Record<string, unknown>>;
  return Object.keys(rest).length > 0 ? JSON.stringify(rest) : null;
}

const row = (entry: AuditEntry, { paths, accounts }: Names): Cell[] => [
  entry.time,
  entry.channel,
  entry.operator ?? `key ${entry.keyId}`,
  entry.client && `${entry.client.name} ${entry.client.version}`,
  entry.accountId && (accounts.get(entry.accountId) ?? entry.accountId),
  entry.action,
  [
    entry.publicationId && (paths.get(entry.publicationId) ?? entry.publicationId),
    entry.version && `v${entry.version}`,
    detailsText(entry.details),
  ]
    .filter(Boolean)
    .join(' '),
  entry.approvedBy,
];

interface ListOptions {
  readonly account?: string;
  readonly since?: Since;
  readonly jsonLines?: true;
  readonly after?: string;
}

export const auditCommands: CommandGroup = (group, services, terminal) => {
  group
    .command('list')
    .description('show every accepted write and every command of an operator, oldest first')
    .option('--account <account>', 'only entries of this account', accountIdArgument)
    .option(
      '--since <time>',
      'only entries since this time: an RFC 3339 time, a UTC date, or a duration before now, such as 24h',
      sinceArgument,
    )
    .option(
      '--json-lines',
      'print one line of JSON for each entry; each line contains the hash of the previous line',
    )
    .option(
      '--after <file>',
      'print only entries that are newer than the last entry in this file, which this command wrote earlier',
    )
    .action(async (options: ListOptions, command: Command) => {
      const { account = null, since = null, jsonLines = false, after } = options;
      if (after !== undefined && (!jsonLines || since !== null)) {
        command.error('error: --after needs --json-lines, and cannot be used with --since');
      }
      const last = after === undefined ? null : await lastLineOf(after);
      const { accounts, audit, revisions } = await services();
      const names = new Map((await accounts.list()).map(({ id, name }) => [id, name]));
      let paths: ReadonlyMap<string, string> = new Map();
      async function* readPages(): AsyncGenerator<readonly AuditEntry[]> {
        for await (const page of audit.read(account, since)) {
          paths = await revisions.pathsOf(page.flatMap(({ publicationId }) => publicationId ?? []));
          yield page;
        }
      }
      await (jsonLines
        ? terminal.text(audit.lines(account, since, last))
        : terminal.list({
            pages: readPages(),
            head: HEAD,
            row: (entry) => row(entry, { paths, accounts: names }),
          }));
    });
};
