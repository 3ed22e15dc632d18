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

/** `audit …` (contract 10). */
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
    .action(async ({ account, since }: { account?: string; since?: Since }) => {
      const { audit } = await (await context()).services();
      await terminal.list({ pages: audit.read(account ?? null, since ?? null), head: HEAD, row });
    });
};
