import type { CreatePublicationDto } from './dto/create-publication.dto.js';
import type { AuthorDto } from './dto/author.dto.js';
import type { UpdatePublicationDto } from './dto/update-publication.dto.js';
import type { Intent } from './publication-state.js';

/** Everything a new document says, defaults filled in. */
export interface DocumentFields {
  readonly locale: string;
  readonly slug: string;
  readonly title: string;
  readonly content: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly sources: readonly string[];
  readonly author: AuthorDto;
  readonly intent: Intent;
}

/** What an update changes of a revision. */
export type RevisionChange = Partial<Omit<DocumentFields, 'locale' | 'slug'>>;

const withoutDuplicates = (items: readonly string[]): string[] => [...new Set(items)];

/** Fills the defaults of CONTRACT 2 in; an author that is not named is the account, as a service. */
export function newDocument(input: CreatePublicationDto, accountName: string): DocumentFields {
  return {
    locale: input.locale,
    slug: input.slug,
    title: input.title,
    content: input.content,
    description: input.description ?? '',
    tags: withoutDuplicates(input.tags ?? []),
    sources: withoutDuplicates(input.sources ?? []),
    author: input.author ?? { kind: 'service', name: accountName },
    intent: input.intent ?? 'draft',
  };
}

/**
 * What a retry of a create is compared by: the document without members equal to their default, so
 * that naming a default or leaving it out is the same request (CONTRACT 5).
 */
export function createPayload(
  { tags, sources, description, author, intent, ...required }: DocumentFields,
  accountName: string,
): Record<string, unknown> {
  const ownAuthor = author.kind !== 'service' || author.name !== accountName;
  return {
    ...required,
    ...(description !== '' && { description }),
    ...(tags.length > 0 && { tags }),
    ...(sources.length > 0 && { sources }),
    ...(ownAuthor && { author: { kind: author.kind, name: author.name } }),
    ...(intent !== 'draft' && { intent }),
  };
}

/** The members of an update that change the revision, duplicates dropped. */
export function revisionChange(input: UpdatePublicationDto): RevisionChange {
  const { expectedVersion: _, locale: __, slug: ___, tags, sources, ...rest } = input;
  return {
    ...rest,
    ...(tags && { tags: withoutDuplicates(tags) }),
    ...(sources && { sources: withoutDuplicates(sources) }),
  };
}

/** A revision as the parameters of a statement, in the order of its columns; what is not said is null. */
export const revisionValues = (fields: RevisionChange): unknown[] => [
  fields.title,
  fields.content,
  fields.description,
  fields.tags,
  fields.sources,
  fields.author?.kind,
  fields.author?.name,
  fields.intent,
];

/** What a retry of an update is compared by: every member that was sent. */
export function updatePayload(input: UpdatePublicationDto): Record<string, unknown> {
  const { expectedVersion, locale, slug } = input;
  const { author, ...change } = revisionChange(input);
  return {
    expectedVersion,
    locale,
    slug,
    ...change,
    author: author && { kind: author.kind, name: author.name },
  };
}
