import { Injectable, Logger } from '@nestjs/common';
import type { DocumentValue } from '../documents/document.js';
import { databaseAway } from '../platform/database/database-fault.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { Problem } from '../platform/problems/problem.js';
import { hrefOf, type PagePath } from '../documents/page-path.js';
import { Config } from '../platform/config/config.js';
import { codePoints } from '../platform/validation/rule.js';
import { type LinkedPage, linkedPage, NOT_PUBLIC, OWN_LINK } from './own-links.js';
import { MAX_EXCERPT, type ReadWarning, shownWarnings } from './shown-warnings.js';
import { IS_TITLE_TWICE } from './warned.sql.js';
import type { WarningDto } from './warning.dto.js';
import { type FoundWarning, MAX_WARNINGS } from './warnings-in.js';

/** The publications among $1 whose working revision was looked at. `SETTLED_RELEASES` explains `unnest`. */
export const LOOKED_AT: Statement = {
  name: 'warnings_looked_at',
  text: `
    SELECT asked.id
    FROM unnest((SELECT $1::uuid[])) AS asked (id) JOIN publication p USING (id)
    JOIN search_entry e ON e.publication_id = p.id AND e.version = p.version
    WHERE jsonb_typeof(e.warnings) = 'array'`,
};

/**
 * The warnings about revision $3 of publication $1 of account $2, if it is the working revision and was looked at, with
 * their excerpts, the path of the publication, and whether another public document has the title. A link to this site is
 * read whole. The content stays in the database. `'' ||` decompresses it once, and not once for each excerpt.
 */
const READ_WARNINGS: Statement = {
  name: 'warnings_read',
  text: `
    SELECT r.document, p.locale, p.slug, coalesce(w.warnings, '[]') AS warnings,
           ${IS_TITLE_TWICE} AS "isTitleTwice"
    FROM search_entry e JOIN revision r USING (publication_id, version) JOIN publication p ON p.id = publication_id
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(CASE found ->> 'field' WHEN 'content'
               THEN found || jsonb_build_object('excerpt',
                      substr(text, 1 + (found ->> 'offset')::integer, CASE found ->> 'code' WHEN '${OWN_LINK}' THEN (found ->> 'length')::integer
                        ELSE least((found ->> 'length')::integer, ${MAX_EXCERPT}) END))
               ELSE found END ORDER BY place) AS warnings
      FROM (SELECT CASE WHEN e.warnings <> '[]' THEN '' || r.content END AS text OFFSET 0) whole,
           jsonb_array_elements(CASE jsonb_typeof(e.warnings) WHEN 'array' THEN e.warnings END)
             WITH ORDINALITY AS one (found, place)
    ) w
    WHERE e.publication_id = $1 AND e.account_id = $2 AND e.version = $3 AND jsonb_typeof(e.warnings) = 'array'`,
};

interface WarningsRow extends PagePath {
  readonly warnings: readonly (FoundWarning & { readonly excerpt?: string })[];
  readonly document: DocumentValue;
  readonly isTitleTwice: boolean;
}

/** Reads the warnings about working revisions (contract 16). */
@Injectable()
export class WarningsService {
  private readonly logger = new Logger(WarningsService.name);

  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /**
   * Reads the warnings about a revision; `null`: it is not looked at yet, or is not the working revision. A fault in
   * what was stored must not make a document unreadable, so that they are `null` then, too.
   */
  async of(accountId: string, id: string, version: number): Promise<WarningDto[] | null> {
    const values = [id, accountId, version];
    try {
      const [row] = await this.database.accountRows<WarningsRow>(accountId, READ_WARNINGS, values);
      if (!row) return null;
      const { warnings, document } = row;
      const found = [
        ...warnings.filter((one): one is ReadWarning => one.code !== OWN_LINK),
        ...(await this.deadLinks(accountId, row)),
        ...(row.isTitleTwice ? [titleTwice(document)] : []),
      ];
      return shownWarnings(found.slice(0, MAX_WARNINGS), document);
    } catch (error) {
      if (error instanceof Problem || databaseAway(error)) throw error;
      this.logger.warn(
        { err: error, publicationId: id },
        'The answer has no warnings, because the check for warnings failed.',
      );
      return null;
    }
  }

  /** Finds the links to documents of this site that readers cannot open. */
  private async deadLinks(accountId: string, row: WarningsRow): Promise<ReadWarning[]> {
    const address = this.config.publicBaseUrl + hrefOf(row);
    const links = row.warnings.flatMap((one) => {
      const page = one.code === OWN_LINK ? linkedPage(one.excerpt ?? '', address) : undefined;
      return page ? [{ one, page }] : [];
    });
    if (links.length === 0) return [];
    const of = (name: keyof LinkedPage) => links.map(({ page }) => page[name]);
    const values = [of('locale'), of('slug'), of('written')];
    const dead = await this.database.accountRows<{ place: number }>(accountId, NOT_PUBLIC, values);
    return dead.map(({ place }) => {
      const { field, offset, length, section, excerpt = '' } = links[place]!.one;
      return { code: 'dead_link', field, offset, length, section, excerpt };
    });
  }
}

const titleTwice = ({ title }: DocumentValue): ReadWarning => ({
  code: 'title_twice',
  field: 'title',
  offset: 0,
  length: codePoints(title),
  section: null,
});
