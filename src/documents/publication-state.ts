/** Values of `intent`: to keep the revision as a draft, or to offer it for review (contract 2). */
export const INTENTS = ['draft', 'review'] as const;
export type Intent = (typeof INTENTS)[number];

export const PUBLICATION_STATES = ['draft', 'review', 'publishing', 'published'] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

export const INDEX_STATUSES = ['not_published', 'pending', 'ready'] as const;
export type IndexStatus = (typeof INDEX_STATUSES)[number];

export interface Returned {
  readonly version: number;
  readonly note: string;
  /** Name of the person, from the session at the desk. */
  readonly by: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** An approval of the working revision, while others are still missing. */
export interface Approval {
  /** The approver. */
  readonly id: string;
  readonly name: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** The withdrawal of a document by an operator. The reason stays in the audit. */
export interface Withdrawn {
  /** RFC 3339, UTC. */
  readonly at: string;
  /** What readers find at the address; absent: no more than that it was withdrawn. */
  readonly notice?: string;
  /** The publication to which the address leads; absent: it leads nowhere. */
  readonly supersededBy?: string;
}

/** `state` and `indexStatus` are derived from these facts, and are not stored (contract 3). */
export interface StateFacts {
  readonly version: number;
  readonly intent: Intent;
  readonly inFlight: boolean;
  readonly publishedVersion: number | null;
  readonly indexedVersion: number | null;
  /**
   * The decision that sent the working revision back; `null` if there is none, or if the revision is in flight or
   * public.
   */
  readonly returned: Returned | null;
}

/** Returns the `state`, by the first rule that applies (contract 3). */
export function stateOf(facts: Omit<StateFacts, 'indexedVersion'>): PublicationState {
  if (facts.inFlight) return 'publishing';
  if (facts.publishedVersion === facts.version) return 'published';
  return facts.returned ? 'draft' : facts.intent;
}

export function indexStatusOf({
  publishedVersion,
  indexedVersion,
}: Pick<StateFacts, 'publishedVersion' | 'indexedVersion'>): IndexStatus {
  if (publishedVersion === null) return 'not_published';
  return indexedVersion === publishedVersion ? 'ready' : 'pending';
}

/** Whether the working revision was sent back, and is neither public nor being released. Needs `PUBLICATION_TABLES`. */
export const IS_RETURNED = `(
  back.id IS NOT NULL AND NOT coalesce(l.in_flight, false)
  AND l.published_version IS DISTINCT FROM p.version)`;

/**
 * The approvals of revision `r` that count: since the last decision that released it or sent it back, of persons who were
 * not revoked since (contract 7).
 */
export const APPROVALS = `
  SELECT d.key_id, d.decided_by, d.created_at, d.number
  FROM decision d JOIN approver person ON person.id = d.key_id AND person.revoked_at IS NULL
  WHERE d.publication_id = r.publication_id AND d.version = r.version AND d.outcome = 'approved'
    AND NOT EXISTS (
      SELECT FROM decision later
      WHERE later.publication_id = d.publication_id AND later.version = d.version
        AND later.outcome <> 'approved' AND later.number > d.number)`;

/** `stateOf` in SQL: publication `p`, working revision `r`, release `l`, and decision `back` that sent `r` back. */
export const STATE_SQL = `CASE
  WHEN l.in_flight THEN 'publishing'
  WHEN l.published_version = p.version THEN 'published'
  WHEN back.id IS NOT NULL THEN 'draft'
  ELSE r.intent END`;

/** `indexStatusOf` in SQL, for release `l`. */
export const INDEX_STATUS_SQL = `CASE
  WHEN l.published_version IS NULL THEN 'not_published'
  WHEN l.indexed_version = l.published_version THEN 'ready'
  ELSE 'pending' END`;
