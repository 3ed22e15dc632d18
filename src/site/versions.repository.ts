import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { ListedVersion } from './html/versions-page.js';
import type { PagePath } from '../documents/page-path.js';
import { differingFields } from '../documents/revision.js';
import { APPROVAL_COLUMNS } from '../documents/release-facts.js';
import type { Rendered, ShownPage } from './shown-page.js';
import { SHOWN_PICTURES } from '../rendering/shown-pictures.sql.js';
import type { Statement } from '../platform/database/statement.js';
import { RENDERER } from '../rendering/rendered-document.js';
import { HAS_VERSIONS, RELEASE_COLUMNS, REVISION_COLUMNS, STANDS } from './page-facts.sql.js';

/** The stamp of a version. It changes with the row of the version and with what is public in its place. */
const STAMP = `v.xmin::text || ' ' || page.version || coalesce(' ' || page.superseded_by, '') AS stamp`;

/** Reads whether version $3 at locale $1 and slug $2 is available (`STANDS`), and the stamp of the version. */
const FIND_VERSION: Statement = {
  name: 'released_version_find',
  text: `
    SELECT ${STANDS} AS "stands", page.notice, ${STAMP}
      FROM page JOIN released_version AS v USING (publication_id)
     WHERE page.locale = $1 AND page.slug = $2 AND v.version = $3`,
};

/** Reads version $3 at locale $1 and slug $2, if the version is available. */
const READ_VERSION: Statement = {
  name: 'released_version_read',
  text: `
    SELECT page.publication_id AS "publicationId", page.account_id AS "accountId", ${STAMP}, v.version,
           CASE WHEN page.superseded_by IS NULL THEN page.version END AS "newestVersion", v.published_at AS "publishedAt",
           v.first_published_at AS "firstPublishedAt", ${REVISION_COLUMNS}, ${RELEASE_COLUMNS}, v.html, v.headings,
           v.renderer <> ${RENDERER} AS "isOutdated", record.jws, ${SHOWN_PICTURES}
      FROM page JOIN released_version AS v USING (publication_id)
           JOIN revision AS r ON r.publication_id = v.publication_id AND r.version = v.version
           JOIN signed_record AS record
             ON record.publication_id = v.publication_id AND record.number = v.record_number
           LEFT JOIN decision AS approval ON approval.id = v.decision_id
     WHERE page.locale = $1 AND page.slug = $2 AND v.version = $3 AND ${STANDS}`,
};

/** Finds the document that is or was public at locale $1 and slug $2. */
const FIND_DOCUMENT: Statement = {
  name: 'released_version_document',
  text: `
    SELECT page.publication_id AS "publicationId", page.notice, NOT ${HAS_VERSIONS} AS "isWithdrawn",
           coalesce((SELECT r.document ->> 'title'
                       FROM released_version AS v JOIN revision AS r USING (publication_id, version)
                      WHERE v.publication_id = page.publication_id AND ${STANDS}
                      ORDER BY v.version DESC LIMIT 1), page.slug) AS title
      FROM page
     WHERE page.locale = $1 AND page.slug = $2`,
};

/**
 * Lists at most $2 releases of publication $1, highest version first, after skipping $3 releases. If a release is not
 * available, for example after a withdrawal, the query reads only its version number, the hash of its record, and whether
 * a later release made its version available again.
 */
const LIST_VERSIONS: Statement = {
  name: 'released_version_list',
  text: `
    SELECT record.version, v.published_at AS "publishedAt", ${APPROVAL_COLUMNS},
           array_remove(${differingFields('earlier', 'r')}, 'intent') AS "changedFields",
           encode(record.sha256, 'hex') AS "recordSha256",
           EXISTS (SELECT FROM released_version AS v
                    WHERE v.publication_id = record.publication_id AND v.version = record.version AND ${STANDS}) AS stands
      FROM (SELECT publication_id, number, version, sha256 FROM signed_record
             WHERE publication_id = $1 ORDER BY version DESC, number DESC LIMIT $2 OFFSET $3) AS record
           JOIN page USING (publication_id)
           LEFT JOIN released_version AS v
             ON v.publication_id = record.publication_id AND v.version = record.version
                AND v.record_number = record.number AND ${STANDS}
           LEFT JOIN decision AS approval ON approval.id = v.decision_id
           LEFT JOIN revision AS r ON r.publication_id = v.publication_id AND r.version = v.version
           LEFT JOIN revision AS earlier ON earlier.publication_id = v.publication_id AND earlier.version = (
             SELECT max(version) FROM released_version WHERE publication_id = v.publication_id AND version < v.version)
     ORDER BY record.version DESC, record.number DESC`,
};

interface VersionStanding {
  /** What the operator tells readers of a withdrawn document. */
  readonly notice: string | null;
  /** `false` if the version was erased, or the document was withdrawn after the release of this version. */
  readonly stands: boolean;
  /** Changes whenever the stored row of the version or the number of the public version changes. */
  readonly stamp: string;
}

/** A released version, with its stamp when it was read. */
interface StampedVersion extends Omit<ShownPage, 'translations'>, Rendered {
  readonly stamp: string;
  readonly jws: string;
  /** Number of the version that is public at the document's own address; `null` if another document took its place. */
  readonly newestVersion: number | null;
}

interface FoundDocument {
  readonly publicationId: string;
  /** Title of the newest version that is available; if there is none, the slug. */
  readonly title: string;
  readonly isWithdrawn: boolean;
  /** What the operator tells readers of a withdrawn document. */
  readonly notice: string | null;
}

@Injectable()
export class VersionsRepository {
  constructor(private readonly database: Database) {}

  /** Finds a version; `undefined` if it was never released at this path. */
  async find({ locale, slug }: PagePath, version: number): Promise<VersionStanding | undefined> {
    const values = [locale, slug, version];
    const [found] = await this.database.publicReads.rows<VersionStanding>(FIND_VERSION, values);
    return found;
  }

  async read({ locale, slug }: PagePath, version: number): Promise<StampedVersion | undefined> {
    const [row] = await this.database.publicReads.rows<Omit<StampedVersion, 'locale' | 'slug'>>(
      READ_VERSION,
      [locale, slug, version],
    );
    return row && { ...row, locale, slug };
  }

  async document({ locale, slug }: PagePath): Promise<FoundDocument | undefined> {
    const values = [locale, slug];
    const [row] = await this.database.publicReads.rows<FoundDocument>(FIND_DOCUMENT, values);
    return row;
  }

  list(publicationId: string, limit: number, offset: number): Promise<ListedVersion[]> {
    return this.database.publicReads.rows(LIST_VERSIONS, [publicationId, limit, offset]);
  }
}
