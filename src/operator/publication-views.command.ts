import type { Author } from '../documents/document.js';
import type { ReadPublicationDto } from '../publications/dto/read-publication.dto.js';
import type {
  PublicationChangesDto,
  PublicationViewDto,
} from '../publications/dto/publication-view.dto.js';
import type { RevisionHistoryDto } from '../publications/dto/revision-history.dto.js';
import { type Answer, type Cell, factTable, listTable } from './answer.js';
import { publicationIdArgument, revisionArgument } from './arguments.js';
import type { CommandGroup, Services } from './command-context.js';
import { CommandFailed } from './terminal.js';

/** Reads the account and path of a document. @throws CommandFailed if the document does not exist or was erased */
export async function ownerOf(
  { revisions, erasures }: Services,
  id: string,
): Promise<NonNullable<Awaited<ReturnType<Services['revisions']['ownerOf']>>>> {
  const owner = await revisions.ownerOf(id);
  if (!owner) throw new CommandFailed(`There is no publication ${id}.`);
  const erasure = await erasures.ofDocument(id);
  if (!erasure) return owner;
  const { erasedAt, reason } = erasure;
  throw new CommandFailed(`Publication ${id} was erased at ${erasedAt.toISOString()}: ${reason}`);
}

/** Reads one view of a document of any account. @throws CommandFailed, Problem */
async function viewOf(
  services: Services,
  id: string,
  query: ReadPublicationDto,
): Promise<Pick<PublicationViewDto, keyof PublicationViewDto>> {
  const owner = await ownerOf(services, id);
  return services.publicationViews.read(owner, id, query);
}

const authorText = ({ name, kind }: Author): string => `${name} (${kind})`;

const HISTORY_HEAD =
  'version,created,channel,key,client,author,intent,title,why,public,approved by,sent back'.split(
    ',',
  );

const historyRow = (revision: RevisionHistoryDto): readonly Cell[] => [
  revision.version,
  new Date(revision.createdAt),
  revision.channel,
  revision.keyId,
  revision.client && `${revision.client.name} ${revision.client.version}`,
  revision.author ? authorText(revision.author) : null,
  revision.intent ?? null,
  revision.erased
    ? `erased ${revision.erased.at}: ${revision.erased.reason}`
    : (revision.title ?? null),
  revision.changeNote || null,
  revision.publishedAt === null ? null : new Date(revision.publishedAt),
  revision.approvedBy &&
    `${revision.approvedBy} (${[revision.approvedVia, revision.approverId].filter(Boolean).join(' ')})`,
  revision.returned && `${revision.returned.by}: ${revision.returned.note}`,
];

function fieldCell(value: unknown): Cell {
  if (value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String) : authorText(value as Author);
}

function changesAnswer(changes: PublicationChangesDto): Answer {
  const { from, to, changedFields, contentDiff, addedLines, removedLines, truncated } = changes;
  const before: Readonly<Record<string, unknown>> = { ...changes.before };
  const after: Readonly<Record<string, unknown>> = { ...changes.after };
  const fields = changedFields.filter((name) => name in after);
  const row = (name: string) => [name, fieldCell(before[name]), fieldCell(after[name])];
  return {
    json: changes,
    text: [
      factTable({
        from,
        to,
        changed: changedFields,
        'lines of content': `${addedLines} added, ${removedLines} removed`,
      }),
      ...(fields.length > 0 ? [listTable(['field', 'before', 'after'], fields.map(row))] : []),
      ...(contentDiff === '' ? [] : [contentDiff.trimEnd()]),
      ...(truncated
        ? ['Only the first part of the difference is shown, because it is too long.']
        : []),
    ].join('\n'),
  };
}

/** `publications history`, `changes` and `preview`: the views that an approver needs (contract 4, 10). */
export const publicationViewCommands: CommandGroup = (group, services, terminal) => {
  group
    .command('history')
    .description(
      'show the newest 50 revisions of a document: who wrote each one and why, and who released it',
    )
    .argument('<id>', 'id of the publication', publicationIdArgument)
    .action(async (id: string) => {
      const { history = [] } = await viewOf(await services(), id, { view: 'history' });
      terminal.answer({ json: history, text: listTable(HISTORY_HEAD, history.map(historyRow)) });
    });

  group
    .command('changes')
    .description('show how the working revision differs from the public one')
    .argument('<id>', 'id of the publication', publicationIdArgument)
    .option(
      '--since <version>',
      'number of the revision to compare with (default: the public revision, or else the revision before)',
      revisionArgument,
    )
    .action(async (id: string, { since }: { since?: number }) => {
      const query = { view: 'changes', ...(since !== undefined && { since }) } as const;
      const { changes } = await viewOf(await services(), id, query);
      terminal.answer(changesAnswer(changes!));
    });

  group
    .command('preview')
    .description('show the address of a preview, which shows a revision as readers will see it')
    .argument('<id>', 'id of the publication', publicationIdArgument)
    .option(
      '--revision <version>',
      'number of the revision (default: the working revision)',
      revisionArgument,
    )
    .action(async (id: string, { revision }: { revision?: number }) => {
      const query = { view: 'preview', ...(revision !== undefined && { revision }) } as const;
      const preview = (await viewOf(await services(), id, query)).preview!;
      const { url, revision: shown, expiresAt } = preview;
      const facts = { revision: shown, url, expires: new Date(expiresAt) };
      terminal.answer({ json: preview, text: factTable(facts) });
    });
};

export const previewsCommands: CommandGroup = (group, services, terminal) => {
  group
    .command('revoke')
    .description('revoke all preview addresses: they stop working immediately and permanently')
    .action(async () => {
      await terminal.confirm('Revoke all preview addresses?');
      const { previewAddresses } = await services();
      const revoked = await previewAddresses.revokeAll();
      terminal.answer({ json: revoked, text: factTable({ ...revoked }) });
    });
};
