import type { PublicationChangesDto, PublicationViewDto } from '../dto/publication-view.dto.js';

/** `PublicationViewDto` as a plain object type, because the linter forbids spreading a class. */
export type PublicationView = Pick<PublicationViewDto, keyof PublicationViewDto>;

export interface BoundedView extends PublicationView {
  /** Number of sections of the content; present only if the outline leaves some out because of `bounds`. */
  readonly sectionCount?: number;
  /** True if the outline was not ready in time. The answer then has a part of the content, but no outline. */
  readonly isOutlineLate?: true;
  /** Fields that are omitted from `before` and `after`, because they are too long. */
  readonly omittedFields?: readonly string[];
  /** Number of notes that are not closed; present only if the answer leaves some out because of `bounds`. */
  readonly noteCount?: number;
  /** Number of sources; present only if the answer leaves some out because of `bounds`. */
  readonly sourceCount?: number;
}

/** Limits of an answer over MCP (contract 8). */
export interface ContentBounds {
  /** Maximum bytes of outline, changes, history or `find`, and of the content if the query has no `length`. */
  readonly contentBytes: number;
  /** Maximum bytes of the outline that an answer contains in addition to a part of the content. */
  readonly outlineBytes: number;
  /** Maximum bytes of the sources if the query has no `length`. */
  readonly sourcesBytes: number;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Returns the first items of a list that fit into `maxBytes` of JSON. */
export function fitting<T>(items: T[], maxBytes: number): T[] {
  // The brackets and commas of the JSON take one byte for the list and one byte for each item.
  let left = maxBytes - 1;
  const end = items.findIndex((item) => {
    left -= bytesOf(item) + 1;
    return left < 0;
  });
  return end === -1 ? items : items.slice(0, end);
}

/**
 * Returns the first sources that fit into the limit. If some sources are left out, also returns the number of all
 * sources.
 */
export function boundedSources(
  sources: readonly string[],
  maxBytes: number,
): Pick<BoundedView, 'sourceCount'> & { readonly sources: readonly string[] } {
  const kept = fitting([...sources], maxBytes);
  return kept.length === sources.length
    ? { sources }
    : { sources: kept, sourceCount: sources.length };
}

/** `PublicationChangesDto` as a plain object type, because the linter forbids spreading a class. */
type Changes = Pick<PublicationChangesDto, keyof PublicationChangesDto>;

/** Changes that fit into the limit, and the fields that were omitted from `before` and `after`. */
export interface BoundedChanges {
  readonly changes: Changes;
  readonly omittedFields: readonly string[];
}

/**
 * Shortens `changes` to `maxBytes` of JSON. First omits the longest fields, until the rest, without the diff, takes at
 * most half of `maxBytes`. Then cuts the end of the diff.
 */
export function boundedChanges(changes: Changes, maxBytes: number): BoundedChanges {
  const fields = Object.keys(changes.after);
  const sizeOf = (name: string): number =>
    bytesOf([changes.before, changes.after].map((some) => (some as Record<string, unknown>)[name]));
  const bySize = fields.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const without = (omitted: number) => {
    const kept = bySize.slice(omitted);
    const { before, after } = changes;
    return { ...changes, contentDiff: '', before: pick(before, kept), after: pick(after, kept) };
  };
  let omitted = 0;
  while (bytesOf(without(omitted)) > maxBytes / 2 && omitted < bySize.length) omitted += 1;
  const rest = without(omitted);
  const omittedFields = bySize.slice(0, omitted);
  const lines = changes.contentDiff.split(/(?<=\n)/);
  let left = maxBytes - bytesOf(rest);
  const end = lines.findIndex((line) => {
    // Subtracts the two quotation marks that `bytesOf` counts for each line.
    left -= bytesOf(line) - 2;
    return left < 0;
  });
  if (end === -1) return { changes: { ...rest, contentDiff: changes.contentDiff }, omittedFields };
  const contentDiff = lines.slice(0, end).join('');
  return { changes: { ...rest, contentDiff, truncated: true }, omittedFields };
}

const pick = (from: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
