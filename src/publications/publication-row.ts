import { timestampText } from '../platform/database/timestamp-text.js';
import { RELEASE_FACTS, type ReleaseFacts } from '../releases/release-facts.js';
import type { Intent } from './publication-state.js';

/** A publication with its working revision and its release, as queries return it. */
export interface PublicationRow extends ReleaseFacts {
  readonly id: string;
  readonly locale: string;
  readonly slug: string;
  readonly version: number;
  /** RFC 3339, UTC, with milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly title: string;
  readonly description: string;
  readonly tags: string[];
  readonly sources: string[];
  readonly authorKind: string;
  readonly authorName: string;
  readonly intent: Intent;
}

/** A publication as an accepted write left it: all that its answer says but the content. */
export interface CommittedPublication extends PublicationRow {
  /** `PUBLIC_BASE_URL` then; a replay gives the same `url` again (CONTRACT 5). */
  readonly publicBaseUrl: string;
}

/** The row of a publication that also carries the content of its working revision. */
export interface PublicationRowWithContent extends PublicationRow {
  readonly content: string;
}

/** Columns of publication `p` and its working revision `r`. */
export const DOCUMENT_COLUMNS = `
  p.id, p.locale, p.slug, p.version, ${timestampText('p.created_at')} AS "createdAt",
  ${timestampText('p.updated_at')} AS "updatedAt",
  r.title, r.description, r.tags, r.sources, r.author_kind AS "authorKind",
  r.author_name AS "authorName", r.intent`;

/** The columns of a `PublicationRow`, of tables joined as in `PUBLICATION_TABLES`. */
export const PUBLICATION_COLUMNS = `${DOCUMENT_COLUMNS}, ${RELEASE_FACTS}`;

/**
 * Publication, working revision and release. The release belongs to another folder; it is joined
 * here because `state` and `indexStatus` must be filterable in one query.
 */
export const PUBLICATION_TABLES = `
  publication p
  JOIN revision r ON r.publication_id = p.id AND r.version = p.version
  LEFT JOIN release l ON l.publication_id = p.id`;
