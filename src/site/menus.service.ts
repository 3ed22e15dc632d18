import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import type { PagePath } from '../documents/page-path.js';
import type { Menu } from './menu.js';
import { menuStamp } from './page-facts.sql.js';

/** Reads the state of the menu of locale $1; no row if the locale has no menu that is public. */
const MENU_STAMP: Statement = {
  name: 'menu_stamp',
  text: `SELECT ${menuStamp('$1')} AS stamp`,
};
/** Reads the menu of locale $1, and its state. */
const MENU: Statement = {
  name: 'menu_read',
  text: `
    SELECT page.locale, page.slug, v.html, ${menuStamp('$1')} AS stamp
      FROM site_place AS place JOIN page USING (publication_id)
           JOIN released_version AS v ON v.publication_id = page.publication_id AND v.version = page.version
     WHERE place.kind = 'menu' AND place.locale = $1 AND page.withdrawn_at IS NULL
       AND v.html IS NOT NULL`,
};

type MenuRow = PagePath & Readonly<Record<'html' | 'stamp', string>>;

/** The menus of the locales. Each process reads a menu once per release of it (contract 9). */
@Injectable()
export class MenusService {
  private readonly kept = new Map<string, { readonly stamp: string; readonly menu: Menu }>();
  private readonly reading = new Map<string, Promise<Menu | undefined>>();

  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Returns the current menu of a locale, if it has one. */
  async current(locale: string): Promise<Menu | undefined> {
    const [row] = await this.database.publicReads.rows<{ stamp: string | null }>(MENU_STAMP, [
      locale,
    ]);
    return this.at(locale, row!.stamp);
  }

  /** Returns the menu of a locale in this state, or in a newer one. @param stamp `null`: there is no menu */
  async at(locale: string, stamp: string | null): Promise<Menu | undefined> {
    if (stamp === null) return undefined;
    const kept = this.kept.get(locale);
    if (kept?.stamp === stamp) return kept.menu;
    const state = `${locale} ${stamp}`;
    const reading =
      this.reading.get(state) ?? this.read(locale).finally(() => this.reading.delete(state));
    this.reading.set(state, reading);
    return reading;
  }

  private async read(locale: string): Promise<Menu | undefined> {
    const [row] = await this.database.publicReads.rows<MenuRow>(MENU, [locale]);
    if (!row) {
      this.kept.delete(locale);
      return undefined;
    }
    // A site without a menu does not load the parser, which takes 60 ms and 5 MB.
    const { menuOf } = await import('./menu.js');
    const menu = menuOf(row.html, row, this.config.publicBaseUrl);
    this.kept.set(locale, { stamp: row.stamp, menu });
    return menu;
  }
}
