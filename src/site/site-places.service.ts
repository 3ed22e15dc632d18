import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorActions } from '../audit/operator-actions.service.js';
import { hrefOf, type PagePath } from '../documents/page-path.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';

/** What a document is to its locale: its menu, or its start page. */
export type PlaceKind = 'menu' | 'home';

/** A document that is the menu or the start page of its locale. */
interface SitePlace extends PagePath {
  readonly kind: PlaceKind;
  readonly publicationId: string;
  readonly accountId: string;
}

/** The place of a document, such as the menu of a locale. */
export type HeldPlace = Pick<SitePlace, 'kind' | 'locale'>;

/** Reads public document $1 of locale $2. */
const DOCUMENT = `
  SELECT publication_id AS "publicationId", account_id AS "accountId", locale, slug FROM page
   WHERE publication_id = $1 AND locale = $2 AND withdrawn_at IS NULL`;
const SET = `
  INSERT INTO site_place (kind, locale, publication_id) VALUES ($1, $2, $3)
  ON CONFLICT (kind, locale) DO UPDATE SET publication_id = excluded.publication_id`;
const UNSET = `
  DELETE FROM site_place USING publication AS p
   WHERE kind = $1 AND site_place.locale = $2 AND p.id = publication_id
  RETURNING kind, p.locale, p.slug, p.id AS "publicationId", p.account_id AS "accountId"`;
const OF_DOCUMENT: Statement = {
  name: 'site_places_of',
  text: `SELECT kind, locale FROM site_place WHERE publication_id = $1 ORDER BY kind, locale`,
};
/** Gives publication $2 of locale $3 the places of publication $1 there. */
const HAND_OVER = `UPDATE site_place SET publication_id = $2 WHERE publication_id = $1 AND locale = $3`;
/** Reads the slug of the public start page of locale $1. */
const HOME: Statement = {
  name: 'site_home',
  text: `
    SELECT page.slug FROM site_place AS place JOIN page USING (publication_id)
     WHERE place.kind = 'home' AND place.locale = $1 AND page.withdrawn_at IS NULL`,
};

/** The menus and start pages of the locales (contract 9, 10). */
@Injectable()
export class SitePlaces {
  constructor(
    private readonly database: Database,
    private readonly actions: OperatorActions,
  ) {}

  /** Returns the path of the public start page of a locale, if it has one. */
  async home(locale: string): Promise<PagePath | undefined> {
    const [page] = await this.database.publicReads.rows<{ slug: string }>(HOME, [locale]);
    return page && { locale, slug: page.slug };
  }

  /** Reads the places that a document has, or would have if it were public. */
  of(publicationId: string): Promise<HeldPlace[]> {
    return this.database.rows(OF_DOCUMENT, [publicationId]);
  }

  /** Gives a document of a locale the places of another one there. */
  async handOver(tx: EntityManager, from: string, to: string, locale: string): Promise<void> {
    await tx.query(HAND_OVER, [from, to, locale]);
  }

  /** Gives a public document a place. @throws Error if no public document of the locale has this id */
  async set(kind: PlaceKind, locale: string, publicationId: string): Promise<SitePlace> {
    return this.database.transaction(async (tx) => {
      const [page] = await tx.query<Omit<SitePlace, 'kind'>[]>(DOCUMENT, [publicationId, locale]);
      if (!page) throw new Error(`publication ${publicationId} is not public in ${locale}`);
      await tx.query(SET, [kind, locale, publicationId]);
      const place = { kind, ...page };
      await this.record(tx, `site set-${kind}`, place);
      return place;
    });
  }

  /** Takes a place away. @throws Error if the locale has no such place */
  async unset(kind: PlaceKind, locale: string): Promise<SitePlace> {
    return this.database.transaction(async (tx) => {
      const [[place]] = await tx.query<[SitePlace[]]>(UNSET, [kind, locale]);
      if (!place) throw new Error(`${locale} has no ${kind}`);
      await this.record(tx, `site unset-${kind}`, place);
      return place;
    });
  }

  private record(
    tx: Parameters<OperatorActions['record']>[0],
    action: string,
    { accountId, publicationId, ...path }: SitePlace,
  ): Promise<void> {
    return this.actions.record(tx, {
      action,
      accountId,
      details: { publicationId, path: hrefOf(path) },
    });
  }
}
