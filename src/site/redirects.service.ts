import { Injectable } from '@nestjs/common';
import { OperatorActions } from '../audit/operator-actions.service.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { hrefOf, type PagePath, readAddress } from '../documents/page-path.js';
import { redirectPath, RESERVED } from './moved-paths.service.js';

/** A path without a document, which leads to a document. */
export interface Redirect extends PagePath {
  /** Percent-encoded, as it stands in an address. */
  readonly path: string;
  readonly publicationId: string;
  readonly accountId: string;
}

const COLUMNS = `redirect.path, p.id AS "publicationId", p.account_id AS "accountId", p.locale, p.slug`;

/** Reads redirects by path, after path $2; $1 account, or null for all accounts; $3 limit. */
const LIST: Statement = {
  name: 'redirect_list',
  text: `
    SELECT ${COLUMNS} FROM redirect JOIN publication p ON p.id = publication_id AND p.version > 0
     WHERE ($1::uuid IS NULL OR p.account_id = $1) AND path > $2 ORDER BY path LIMIT $3`,
};
/**
 * Adds path $1 to publication $2, unless path $1 leads to a document already, or is the path ($3, $4) of one. An erasure
 * takes the same lock before it removes paths, so no path is added after it.
 */
const ADD = `
  INSERT INTO redirect (path, publication_id)
  SELECT $1, id FROM publication WHERE id = $2 AND version > 0
     AND NOT EXISTS (SELECT FROM publication WHERE locale = $3 AND slug = $4) FOR NO KEY UPDATE
  ON CONFLICT (path) DO NOTHING RETURNING path`;
/** Reads redirect $1, and locks its publication. */
const FIND = `
  SELECT ${COLUMNS} FROM redirect JOIN publication p ON p.id = publication_id
   WHERE path = $1 AND p.version > 0 FOR NO KEY UPDATE OF p`;
/** Reads redirect $1, and whether ($2, $3) is the address of a document. */
const CHECK: Statement = {
  name: 'redirect_check',
  text: `
    SELECT EXISTS (SELECT FROM publication WHERE locale = $2 AND slug = $3) AS "isDocument", r.*
      FROM (SELECT) one LEFT JOIN
           (SELECT ${COLUMNS} FROM redirect JOIN publication p ON p.id = publication_id AND p.version > 0
             WHERE path = $1) r ON true`,
};
const REMOVE = `DELETE FROM redirect WHERE path = $1 RETURNING publication_id`;

/**
 * Reads the paths that lead to a document, which can have taken the place of another one, after path $2; $1 account, or
 * null for all accounts; $3 limit.
 */
const LEADING: Statement = {
  name: 'redirect_leading',
  text: `
    SELECT path, id AS "publicationId" FROM (
      SELECT redirect.path, coalesce(named.superseded_by, publication_id) AS id
        FROM redirect LEFT JOIN page AS named USING (publication_id)
      UNION ALL
      SELECT '/' || locale || '/' || slug, superseded_by FROM page WHERE superseded_by IS NOT NULL
    ) AS way JOIN publication p USING (id)
     WHERE p.version > 0 AND ($1::uuid IS NULL OR p.account_id = $1) AND path > $2 ORDER BY path LIMIT $3`,
};

/** Number of redirects per query. */
const PIECE = 1_000;
/** A path cannot lead to a document, or does not. */
export class RedirectRefused extends Error {
  override readonly name = 'RedirectRefused';

  /** @param reason the end of a sentence that begins with the path */
  constructor(
    path: string,
    readonly reason: string,
  ) {
    super(`${path} ${reason}`);
  }
}

/** Makes the path for an address from the form in which it is stored. */
const encodedPath = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/').replaceAll('%40', '@').replaceAll('%3A', ':');

/**
 * The redirects of the site, for operators, imports and exports (contract 10). `MovedPaths` sends readers along.
 */
@Injectable()
export class RedirectsService {
  constructor(
    private readonly database: Database,
    private readonly actions: OperatorActions,
  ) {}

  /** Reads the redirects of an account, or of all accounts, sorted by path. */
  async *list(accountId: string | null): AsyncGenerator<Redirect[]> {
    for await (const piece of this.pieces<Redirect>(LIST, accountId)) yield piece.map(shown);
  }

  private async *pieces<Row extends Pick<Redirect, 'path'>>(
    statement: Statement,
    accountId: string | null,
  ): AsyncGenerator<Row[]> {
    let after = '';
    for (;;) {
      const piece = await this.database.rows<Row>(statement, [accountId, after, PIECE]);
      yield piece;
      if (piece.length < PIECE) return;
      after = piece.at(-1)!.path;
    }
  }

  /**
   * Reads the publications to which redirects and superseded documents of an account, or of all accounts, lead, by path
   * as `redirectPath` makes it.
   */
  async byPath(accountId: string | null): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for await (const piece of this.pieces<Redirect>(LEADING, accountId)) {
      for (const { path, publicationId } of piece) found.set(path, publicationId);
    }
    return found;
  }

  /** Reads the paths of `byPath`, percent-encoded, by publication. */
  async aliases(accountId: string | null): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for (const [path, id] of await this.byPath(accountId)) {
      found.set(id, [...(found.get(id) ?? []), encodedPath(path)]);
    }
    return found;
  }

  /**
   * Makes a path lead to a publication. Changes nothing if it does already.
   * @param given a path of an address, percent-encoded or not
   * @throws RedirectRefused if the path is no path, is the address of a document, or leads to another one; or if the
   *   publication does not exist or is erased
   */
  async add(given: string, publicationId: string): Promise<Redirect> {
    const { path, locale, slug } = placeOf(given);
    return this.database.transaction(async (tx) => {
      const added = await tx.query<unknown[]>(ADD, [path, publicationId, locale, slug]);
      const [redirect] = await tx.query<Redirect[]>(FIND, [path]);
      if (!redirect) {
        throw new RedirectRefused(
          given,
          `${OF_DOCUMENT}, or publication ${publicationId} does not exist`,
        );
      }
      if (redirect.publicationId !== publicationId) {
        throw new RedirectRefused(given, `already redirects to ${hrefOf(redirect)}`);
      }
      if (added.length > 0) await this.record(tx, 'redirects add', redirect);
      return shown(redirect);
    });
  }

  /** Refuses what `add` would refuse, without writing. @param publicationId absent if it is not created yet */
  async check(given: string, publicationId: string | undefined): Promise<void> {
    const { path, locale, slug } = placeOf(given);
    type Row = { readonly isDocument: boolean } & Partial<Redirect>;
    const [found] = await this.database.rows<Row>(CHECK, [path, locale, slug]);
    const { isDocument, publicationId: other, ...page } = found!;
    if (other === undefined || other === null) {
      if (isDocument) throw new RedirectRefused(given, OF_DOCUMENT);
    } else if (other !== publicationId) {
      throw new RedirectRefused(given, `already redirects to ${hrefOf(page as PagePath)}`);
    }
  }

  /** Removes a redirect. @throws RedirectRefused if there is none */
  async remove(given: string): Promise<Redirect> {
    const path = redirectPath(given) ?? given;
    return this.database.transaction(async (tx) => {
      const [redirect] = await tx.query<Redirect[]>(FIND, [path]);
      if (!redirect) throw new RedirectRefused(given, 'is not a redirect');
      await tx.query(REMOVE, [path]);
      await this.record(tx, 'redirects remove', redirect);
      return shown(redirect);
    });
  }

  private record(
    tx: Parameters<OperatorActions['record']>[0],
    action: string,
    redirect: Redirect,
  ): Promise<void> {
    const { path, publicationId, accountId } = shown(redirect);
    return this.actions.record(tx, { action, accountId, details: { publicationId, path } });
  }
}

const OF_DOCUMENT = 'is the address of a document';

/** Returns the form of a path, and the document whose address it could be. @throws RedirectRefused */
function placeOf(given: string): PagePath & { readonly path: string } {
  const path = redirectPath(given);
  if (path === undefined) throw new RedirectRefused(given, 'is not a path such as /old/page');
  if (RESERVED.test(path)) throw new RedirectRefused(given, 'is an address of the service itself');
  const { locale, slug } = readAddress(encodedPath(path))?.canonical ?? { locale: '', slug: '' };
  return { path, locale, slug };
}

const shown = (redirect: Redirect): Redirect => ({ ...redirect, path: encodedPath(redirect.path) });
