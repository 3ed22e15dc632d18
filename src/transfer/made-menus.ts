import { posix } from 'node:path';
import { hash } from 'node:crypto';
import { frameOf } from '../site/html/frame.js';
import type { PagePath } from '../documents/page-path.js';
import { localeFolder } from './derived-fields.js';
import type { ImportedFile } from './imported-files.repository.js';
import type { LinkTargets } from './link-targets.js';
import type { MenuFiles } from './menu-files.js';
import { folderTree, madeMenu, menuMarkdown, type MenuPage, navTree } from './menu-tree.js';

/** The menu of a locale: a file of the import, or a document that the import makes. */
export interface MenuToImport {
  readonly locale: string;
  /** The file that the menu was read from; `null`: the folders. */
  readonly from: string | null;
  /** The document to make; `undefined` if the file is the menu. */
  readonly made?: {
    /** Stands for the name of a file. */
    readonly file: string;
    readonly slug: string;
    readonly title: string;
    readonly content: string;
    readonly sha256: string;
  };
}

/** mdBook and GitBook want capitals; `Summary.md` is a document like others. */
const SUMMARY = /(?:^|\/)(?:SUMMARY|_[Ss]idebar)\.md$/;
const MENU_SLUG = 'menu';

/**
 * Makes the menu of each locale from its `SUMMARY.md` or `_Sidebar.md`, else from `nav` of `mkdocs.yml`, else from the
 * order that files and folders state, and their names (contract 10).
 * @param isTaken whether a file of the import has this address
 */
export function menusOf(
  pages: readonly MenuPage[],
  files: MenuFiles,
  targets: LinkTargets,
  imported: readonly ImportedFile[],
  isTaken: (address: PagePath) => boolean,
): readonly MenuToImport[] {
  const locales = [...new Set(pages.map(({ address }) => address.locale))];
  return locales.map((locale): MenuToImport => {
    const own = pages.filter(({ address }) => address.locale === locale);
    const [summary] = own
      .filter(({ file }) => SUMMARY.test(file))
      .toSorted((one, other) => one.file.length - other.file.length);
    if (summary) return { locale, from: summary.file };
    const ordered = navOf(own, files, targets);
    const nodes = ordered.length > 0 ? ordered : folderTree(own, files.categories);
    const file = madeMenu(locale);
    const title = frameOf(locale).words.menu;
    const content = menuMarkdown(nodes);
    const slug = imported.find((one) => one.file === file)?.slug ?? freeSlug(locale, isTaken);
    const made = { file, slug, title, content, sha256: hash('sha256', content) };
    return { locale, from: ordered.length > 0 ? files.nav!.file : null, made };
  });
}

function navOf(own: readonly MenuPage[], { nav }: MenuFiles, targets: LinkTargets) {
  if (!nav) return [];
  const byFile = new Map(own.map((page) => [page.file, page]));
  const folder = localeFolder(own[0]!.file) ?? '';
  const bases = [folder, nav.docs, posix.join(nav.docs, folder), posix.dirname(nav.file)];
  return navTree(nav.value, (target) => {
    for (const base of bases) {
      const found = targets.of(target, posix.join(base, 'nav'));
      const page = found.kind === 'page' ? byFile.get(found.file) : undefined;
      if (page) return page;
    }
    return undefined;
  });
}

function freeSlug(locale: string, isTaken: (address: PagePath) => boolean): string {
  let slug = MENU_SLUG;
  for (let number = 2; isTaken({ locale, slug }); number += 1) slug = `${MENU_SLUG}-${number}`;
  return slug;
}

/** What a menu that an import makes has in place of the facts of a file. */
export const NO_FILE = {
  isDraft: false,
  isExport: false,
  dates: { firstPublishedAt: null, updatedAt: null },
  menu: { label: undefined, position: undefined },
  aliases: [],
  aliasLine: undefined,
};
