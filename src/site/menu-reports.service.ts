import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { hrefOf, type PagePath, readAddress } from '../documents/page-path.js';
import type { Statement } from '../platform/database/statement.js';
import { canonicalLocale } from '../platform/validation/locale.js';
import type { MenuEntry } from './menu.js';
import { MenusService } from './menus.service.js';
import { MovedPaths } from './moved-paths.service.js';

/** What an operator should know of the links of a menu (contract 10). */
export interface MenuReport {
  readonly entries: number;
  /** Number of public documents of the locale in the menu. */
  readonly documents: number;
  /** Links to addresses of this site at which nothing is public. */
  readonly dead: readonly string[];
  /** Links to other sites. */
  readonly foreign: readonly string[];
  /** Links to documents that stand further above already. */
  readonly repeated: readonly string[];
}

/** Which of the paths with locales $1 and slugs $2 have a public document. */
const PUBLIC: Statement = {
  name: 'menu_public_pages',
  text: `
  SELECT locale, slug FROM unnest($1::text[], $2::text[]) AS asked (locale, slug) JOIN page USING (locale, slug)
   WHERE withdrawn_at IS NULL`,
};
/** Addresses of the site that are no documents: lists, feeds, versions, files. */
const NO_DOCUMENT =
  /^\/(?:|search|docs(?:\/errors)?|[^/]+\.(?:xml|txt|json)|(?:tags|assets|pictures)\/.*|[^/]+\/(?:new|feed\.xml)|[^/]+\/[^/]+(?:\/versions|@\d.*))\/?$/;

/** Whether a path can be that of a list or a file of the site. */
const isOfSite = (path: string): boolean =>
  NO_DOCUMENT.test(path) || canonicalLocale(path.replace(/^\/|\/$/g, '')) !== undefined;

/** Tells operators where the links of a menu lead. */
@Injectable()
export class MenuReports {
  constructor(
    private readonly database: Database,
    private readonly menus: MenusService,
    private readonly moved: MovedPaths,
  ) {}

  /** Reports the menu of a locale; `undefined` if it has none. */
  async of(locale: string): Promise<MenuReport | undefined> {
    const menu = await this.menus.current(locale);
    if (!menu) return undefined;
    const links = linksIn(menu.entries);
    const own = links.filter(({ href }) => href.startsWith('/'));
    const foreign = links.filter(({ href }) => !href.startsWith('/'));
    const isRepeated = (link: Link): boolean =>
      link.slug !== undefined && menu.places.get(link.slug)?.trail.at(-1) !== link;
    const dead = await this.dead(own.map(({ href }) => pathOf(href)));
    const documents = own.filter(({ slug, href }) => slug !== undefined && !dead.has(href));
    return {
      entries: menu.size,
      documents: new Set(documents.map(({ slug }) => slug)).size,
      dead: [...dead],
      foreign: foreign.map(({ href }) => href),
      repeated: own.filter(isRepeated).map(({ href }) => href),
    };
  }

  /** Finds the paths at which no document is public, and which lead to none. */
  private async dead(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const asked = [...new Set(paths)].filter((path) => !isOfSite(path));
    const pages = asked.flatMap((path) => readAddress(path)?.canonical ?? []);
    const rows = await this.database.rows<PagePath>(PUBLIC, [
      pages.map(({ locale }) => locale),
      pages.map(({ slug }) => slug),
    ]);
    const found = new Set(rows.map((page) => hrefOf(page)));
    const dead = new Set<string>();
    for (const path of asked) {
      const page = readAddress(path)?.canonical;
      if (page && found.has(hrefOf(page))) continue;
      if ((await this.moved.to(path))?.status !== 301) dead.add(path);
    }
    return dead;
  }
}

const pathOf = (href: string): string => href.replace(/[?#].*$/s, '');

type Link = MenuEntry & { readonly href: string };

const isLink = (entry: MenuEntry): entry is Link => entry.href !== undefined;

const linksIn = (entries: readonly MenuEntry[]): readonly Link[] =>
  entries.flatMap((entry) => [...(isLink(entry) ? [entry] : []), ...linksIn(entry.children)]);
