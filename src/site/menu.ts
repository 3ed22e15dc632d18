import { hrefOf, type PagePath, readAddress } from '../documents/page-path.js';
import { parsedUrl } from '../platform/validation/rule.js';
import { withoutEntities } from './html/article-html.js';

/** An entry of a menu: a link, or the title of the entries below it. */
export interface MenuEntry {
  readonly text: string;
  /** A path of this site, or the address of another site; absent: a title. */
  readonly href?: string;
  /** The slug of the document of the menu's locale that the entry leads to; absent if it leads elsewhere. */
  readonly slug?: string;
  readonly children: readonly MenuEntry[];
}

/** The menu of a locale, read from the nested lists of links of a released document, whose path it has (contract 9). */
export interface Menu extends PagePath {
  readonly entries: readonly MenuEntry[];
  /** Number of all entries. */
  readonly size: number;
  /** The documents in reading order, each at its first place in the menu, with the entries above it. */
  readonly places: ReadonlyMap<string, readonly MenuEntry[]>;
}

/** Where a document is in the menu. */
export interface MenuPlace {
  readonly menu: Menu;
  /** The entries from the outermost one to the entry of the document. */
  readonly trail: readonly MenuEntry[];
  readonly previous: MenuEntry | undefined;
  readonly next: MenuEntry | undefined;
}

/** Maximum number of entries; the rest is left out. */
const MAX_ENTRIES = 5_000;
/** Deeper entries stand on this level. */
const MAX_DEPTH = 6;
const ATTRIBUTES = String.raw`(?:\s+[^\s=>"/]+(?:="[^"]*")?)*`;
/** A tag or a text of sanitised HTML. */
const TOKEN = new RegExp(String.raw`<(/?)([a-z][^\s>/]*)(${ATTRIBUTES})\s*/?>|([^<]+)`, 'gi');

interface Draft {
  text: string;
  href?: string;
  slug?: string;
  readonly children: Draft[];
}

/**
 * Reads the nested lists of a rendered document. A heading is a title between entries.
 * @param path the path of the document, from which relative addresses start
 */
export function menuOf(article: string, path: PagePath, baseUrl: string): Menu {
  const page = baseUrl + hrefOf(path);
  const { locale, slug } = path;
  const entries: Draft[] = [];
  const lists: Draft[][] = [];
  const items: Draft[] = [];
  let size = 0;
  let heading: Draft | undefined;
  let inLink = false;
  const added = (list: Draft[]): Draft => {
    const draft = { text: '', children: [] };
    size += 1;
    if (size <= MAX_ENTRIES) list.push(draft);
    return draft;
  };
  for (const [, end, tag, attributes, text] of article.matchAll(TOKEN)) {
    const item = items.at(-1);
    const name = tag?.toLowerCase();
    if (text !== undefined) {
      const named = heading ?? item;
      // What follows the link of an entry describes it, and is left out.
      if (named && (inLink || named.href === undefined)) named.text += withoutEntities(text);
    } else if (name === 'ul' || name === 'ol') {
      if (end) lists.pop();
      else lists.push(item && lists.length < MAX_DEPTH ? item.children : (lists.at(-1) ?? entries));
    } else if (name === 'li') {
      if (end) items.pop();
      else items.push(added(lists.at(-1) ?? entries));
    } else if (/^h[2-6]$/.test(name!)) {
      heading = end || lists.length > 0 ? undefined : added(entries);
    } else if (name === 'a' && item && heading === undefined) {
      inLink = !end && item.href === undefined;
      const href = inLink ? /\shref="([^"]*)"/.exec(attributes!)?.[1] : undefined;
      if (href === undefined) inLink = false;
      else Object.assign(item, { text: '' }, targetOf(withoutEntities(href), page, locale));
    }
  }
  const shown = tidied(entries);
  return {
    locale,
    slug,
    entries: shown,
    size: Math.min(size, MAX_ENTRIES),
    places: placesIn(shown),
  };
}

/** Returns where a link leads: a path if it stays on this site, with the slug if it is the page of a document. */
function targetOf(href: string, page: string, locale: string): Pick<MenuEntry, 'href' | 'slug'> {
  const url = parsedUrl(href, page);
  if (!url || !/^(?:https?|mailto):$/.test(url.protocol)) return {};
  if (url.origin !== parsedUrl(page)!.origin) return { href: url.href };
  const path = url.pathname + url.search + url.hash;
  const slug = path === url.pathname ? slugOf(path, locale) : undefined;
  return slug === undefined ? { href: path } : { href: path, slug };
}

function slugOf(path: string, locale: string): string | undefined {
  try {
    const address = readAddress(path);
    const isPage = address?.form === 'page' && address.canonical.locale === locale;
    return isPage ? address.canonical.slug : undefined;
  } catch {
    return undefined;
  }
}

const tidied = (drafts: readonly Draft[]): MenuEntry[] =>
  drafts
    .map(({ text, children, ...target }) => ({
      text: text.replaceAll(/\s+/g, ' ').trim(),
      ...target,
      children: tidied(children),
    }))
    .filter(({ text, children }) => text !== '' || children.length > 0);

function placesIn(
  entries: readonly MenuEntry[],
  above: readonly MenuEntry[] = [],
  places = new Map<string, readonly MenuEntry[]>(),
): Map<string, readonly MenuEntry[]> {
  for (const entry of entries) {
    const trail = [...above, entry];
    if (entry.slug !== undefined && !places.has(entry.slug)) places.set(entry.slug, trail);
    placesIn(entry.children, trail, places);
  }
  return places;
}

/** Finds a document in the menu; `undefined` if it is not in it. */
export function placeIn(menu: Menu, slug: string): MenuPlace | undefined {
  const trail = menu.places.get(slug);
  if (!trail) return undefined;
  const order = [...menu.places.keys()];
  const at = order.indexOf(slug);
  const entryAt = (index: number): MenuEntry | undefined =>
    index < 0 ? undefined : menu.places.get(order[index] ?? '')?.at(-1);
  return { menu, trail, previous: entryAt(at - 1), next: entryAt(at + 1) };
}
