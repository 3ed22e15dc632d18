import type { Command } from 'commander';
import { lastLineOf } from '../audit/audit-file.js';
import type { AuditEntry, Since } from '../audit/audit-trail.service.js';
import { accountIdArgument, sinceArgument } from './arguments.js';
import type { CommandGroup } from './command-context.js';
import type { Cell } from './answer.js';

const HEAD = ['time', 'channel', 'who', 'client', 'account', 'action', 'what', 'approved by'];

const row = (entry: AuditEntry): Cell[] => [
  entry.time,
  entry.channel,
  entry.operator ?? `key ${entry.keyId}`,
  entry.client && `${entry.client.name} ${entry.client.version}`,
  entry.accountId,
  entry.action,
  [
    entry.publicationId && entry.version && `${entry.publicationId} v${entry.version}`,
    entry.details && JSON.stringify(entry.details),
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

export const auditCommands: CommandGroup = (group, context, terminal) => {
  group
    .command('list')
    .description('show accepted writes and commands of operators, oldest first')
    .option('--account <id>', 'of this account alone', accountIdArgument)
    .option(
      '--since <time>',
      'from this RFC 3339 time or UTC date on, or so long ago: 24h',
      sinceArgument,
    )
    .option('--json-lines', 'as lines of JSON, each with the hash of the line before')
    .option('--after <file>', 'the lines behind the last one of this file of such lines')
    .action(async (options: ListOptions, command: Command) => {
      const { account = null, since = null, jsonLines = false, after } = options;
      if (after !== undefined && (!jsonLines || since !== null)) {
        command.error('error: --after goes with --json-lines, and without --since');
      }
      const last = after === undefined ? null : await lastLineOf(after);
      const { accounts, audit } = await (await context()).services();
      if (account !== null) await accounts.show(account);
      await (jsonLines
        ? terminal.text(audit.lines(account, since, last))
        : terminal.list({ pages: audit.read(account, since), head: HEAD, row }));
    });
};
