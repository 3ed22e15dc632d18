import { type DefaultTreeAdapterTypes as Tree, parseFragment } from 'parse5';
import { documentAddress, hrefOf, type PagePath } from '../documents/page-path.js';
import { parsedUrl } from '../platform/validation/rule.js';
import { plainText } from '../rendering/plain-text.js';

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
  readonly size: number;
  /** The documents by slug, in reading order, each at its first place in the menu. */
  readonly places: ReadonlyMap<string, MenuPlace>;
}

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
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol']);

interface Draft {
  text: string;
  href?: string;
  slug?: string;
  readonly children: Draft[];
}

/**
 * Reads the nested lists of a rendered document. A heading is a title between entries. Each link of a paragraph without
 * other words is an entry, such as a chapter before or after the numbered ones of mdBook.
 * @param path the path of the document, from which relative addresses start
 */
export function menuOf(article: string, { locale, slug }: PagePath, baseUrl: string): Menu {
  const reader = new Reader(new URL(baseUrl + hrefOf({ locale, slug })), locale);
  reader.read(parseFragment(article).childNodes);
  const entries = tidied(reader.entries);
  const places = new Map<string, MenuPlace>();
  const menu = { locale, slug, entries, size: reader.size, places };
  const trails = [...trailsIn(entries)];
  for (const [at, trail] of trails.entries()) {
    const [previous, next] = [trails[at - 1]?.at(-1), trails[at + 1]?.at(-1)];
    places.set(trail.at(-1)!.slug!, { menu, trail, previous, next });
  }
  return menu;
}

class Reader {
  readonly entries: Draft[] = [];
  size = 0;

  constructor(
    private readonly page: URL,
    private readonly locale: string,
  ) {}

  /** Reads what is outside of the lists. Footnotes are no entries. */
  read(nodes: readonly Tree.ChildNode[]): void {
    for (const node of nodes) {
      if (!('tagName' in node) || node.tagName === 'section') continue;
      if (LISTS.has(node.tagName)) this.list(node, this.entries, 1);
      else if (/^h[2-6]$/.test(node.tagName)) this.added(this.entries).text = plainText(node);
      else if (node.tagName === 'p' && isOfLinks(node)) {
        for (const link of node.childNodes.filter(isLink))
          this.link(link, this.added(this.entries));
      } else this.read(node.childNodes);
    }
  }

  private list({ childNodes }: Tree.Element, level: Draft[], depth: number): void {
    for (const node of childNodes) {
      if (!('tagName' in node)) continue;
      const entry = this.added(level);
      this.item(node.childNodes, entry, depth < MAX_DEPTH ? entry.children : level, depth + 1);
    }
  }

  /** Reads an entry. What follows its link describes it, and is left out. */
  private item(
    nodes: readonly Tree.ChildNode[],
    entry: Draft,
    below: Draft[],
    depth: number,
  ): void {
    for (const node of nodes) {
      if ('value' in node && entry.href === undefined) entry.text += node.value;
      if (!('tagName' in node)) continue;
      if (LISTS.has(node.tagName)) this.list(node, below, depth);
      else if (node.tagName !== 'a') this.item(node.childNodes, entry, below, depth);
      else if (entry.href === undefined) this.link(node, entry);
    }
  }

  private link(node: Tree.Element, entry: Draft): void {
    const href = node.attrs.find(({ name }) => name === 'href')?.value;
    // mdBook writes `[Title]()` for a chapter that is not written yet.
    const target = href === undefined || href === '' ? {} : targetOf(href, this.page, this.locale);
    const before = target.href === undefined ? entry.text : '';
    Object.assign(entry, target, { text: before + plainText(node) });
  }

  private added(level: Draft[]): Draft {
    const entry = { text: '', children: [] };
    if (this.size === MAX_ENTRIES) return entry;
    this.size += 1;
    level.push(entry);
    return entry;
  }
}

const isLink = (node: Tree.ChildNode): node is Tree.Element =>
  'tagName' in node && node.tagName === 'a';

/** Whether a paragraph shows nothing but links. */
const isOfLinks = ({ childNodes }: Tree.Element): boolean =>
  childNodes.every((node) =>
    'value' in node ? node.value.trim() === '' : ['a', 'br'].includes(node.nodeName),
  );

/** Returns where a link leads: a path if it stays on this site, with the slug if it is the page of a document. */
function targetOf(href: string, page: URL, locale: string): Pick<MenuEntry, 'href' | 'slug'> {
  const url = parsedUrl(href, page.href);
  if (!url || !/^(?:https?|mailto):$/.test(url.protocol)) return {};
  if (url.origin !== page.origin) return { href: url.href };
  const path = url.pathname + url.search + url.hash;
  const slug = path === url.pathname ? slugOf(path, locale) : undefined;
  return slug === undefined ? { href: path } : { href: path, slug };
}

function slugOf(path: string, locale: string): string | undefined {
  const address = documentAddress(path);
  const isPage = address?.form === 'page' && address.canonical.locale === locale;
  return isPage ? address.canonical.slug : undefined;
}

/** Removes entries without a text; the entries below them move up. */
const tidied = (drafts: readonly Draft[]): MenuEntry[] =>
  drafts.flatMap(({ text: written, children: below, ...target }) => {
    const text = written.replaceAll(/\s+/g, ' ').trim();
    const children = tidied(below);
    return text === '' ? children : [{ text, ...target, children }];
  });

/** Finds the entries of documents, each at its first place, with the entries above it. */
function* trailsIn(
  entries: readonly MenuEntry[],
  above: readonly MenuEntry[] = [],
  seen = new Set<string>(),
): Generator<readonly MenuEntry[]> {
  for (const entry of entries) {
    const trail = [...above, entry];
    if (entry.slug !== undefined && !seen.has(entry.slug)) {
      seen.add(entry.slug);
      yield trail;
    }
    yield* trailsIn(entry.children, trail, seen);
  }
}
