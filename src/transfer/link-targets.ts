import { posix } from 'node:path';
import { slug as headingSlug } from 'github-slugger';
import { decoded, headingAnchor, withoutPrefix } from '../rendering/rules/headings.js';
import { hrefOf, type PagePath } from '../documents/page-path.js';
import { INDEX, localeFolder, translationIn } from './derived-fields.js';

/** A file of an import, by everything that a link can name it with. */
export interface TargetFile {
  readonly file: string;
  readonly address: PagePath;
  /** Returns its title, if the front matter or the text states one. */
  readonly title: () => string | undefined;
  /** The other names that the front matter gives it. */
  readonly aliases: readonly string[];
  /** Returns the ids of its sections on the page, in their order. */
  readonly ids: () => readonly string[];
}

/** Where a link leads: to a page, nowhere, or to something that is no file of the import, such as another site. */
export type Target =
  | { readonly kind: 'page'; readonly href: string; readonly file: string }
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'elsewhere' };

const ELSEWHERE: Target = { kind: 'elsewhere' };
const NOWHERE: Target = { kind: 'nowhere' };

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const ENDING = /\.(?:md|mdx|markdown|html?)$/i;
const PICTURE = /\.(?:apng|avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$/i;
/** Folders whose files documentation tools copy to the root of the site. */
const STATIC = ['public', 'static'];

/** The form in which names are compared: file systems and tools differ in capitals and in the form of accents. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();
/** The form in which wikis compare names: the page `Getting Started` is in `Getting-Started.md`. */
const wikiKeyOf = (name: string): string => keyOf(name).replaceAll(/[\s_-]+/g, '-');
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Knows the files of an import, and finds where the links in them lead, as their own tools do (contract 10). */
export class LinkTargets {
  readonly #files = new Map<string, TargetFile>();
  /** Files by path, without the ending, and index files by their folder; the first file of each. */
  readonly #paths = new Map<string, TargetFile>();
  readonly #folders = new Map<string, TargetFile>();
  /** Files by the form of their names in wikis. */
  readonly #names = new Map<string, TargetFile[]>();
  readonly #aliases = new Map<string, TargetFile>();
  #titles: ReadonlyMap<string, TargetFile> | undefined;
  readonly #addresses = new Set<string>();
  readonly #others = new Map<string, string>();
  readonly #otherNames = new Map<string, string>();

  /**
   * @param others the files that are not Markdown, such as pictures
   * @param root the folder of links such as `/guide/x`, relative to the imported folder; '' for this folder
   */
  constructor(
    files: readonly TargetFile[],
    others: readonly string[],
    private readonly root: string,
  ) {
    for (const one of files) this.#add(one);
    for (const path of others) {
      if (!this.#others.has(keyOf(path))) this.#others.set(keyOf(path), path);
      const name = keyOf(nameOf(path));
      const known = this.#otherNames.get(name);
      if (known === undefined || path.length < known.length) this.#otherNames.set(name, path);
    }
  }

  #add(one: TargetFile): void {
    const path = one.file.replace(ENDING, '');
    const name = nameOf(path);
    this.#files.set(one.file, one);
    this.#addresses.add(hrefOf(one.address));
    first(this.#paths, keyOf(path), one);
    if (INDEX.test(name)) first(this.#folders, keyOf(posix.dirname(path)), one);
    const same = this.#names.get(wikiKeyOf(name));
    if (same) same.push(one);
    else this.#names.set(wikiKeyOf(name), [one]);
    for (const alias of one.aliases)
      first(this.#aliases, aliasKey(alias.startsWith('/') ? decoded(alias) : alias), one);
  }

  /** Whether the files are a wiki of GitHub or GitLab, whose links are written `[[text|target]]`. */
  get isWiki(): boolean {
    return this.#names.has(wikiKeyOf('_Sidebar'));
  }

  /** Finds where a Markdown link in a file leads. The `href` of a page has the fragment that its headings have. */
  of(destination: string, from: string): Target {
    const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(.*)$/s.exec(destination)!;
    if (path === '') return this.#within(fragment, from);
    if (path.startsWith('//') || SCHEME.test(path)) return ELSEWHERE;
    const target = decoded(path);
    const one = this.#inLanguageOf(from, this.#at(target, from));
    if (one)
      return page(one, query + (fragment.length > 1 ? anchorIn(one, fragment.slice(1)) : fragment));
    return this.#addresses.has(path) ? ELSEWHERE : NOWHERE;
  }

  /** A link within a file changes only if the id of its heading is another one here. The page adds the prefix itself. */
  #within(fragment: string, from: string): Target {
    const one = this.#files.get(from);
    if (!one || fragment.length < 2) return ELSEWHERE;
    const id = nearId(one, decoded(headingAnchor(fragment.slice(1)).slice(1)));
    return id === undefined
      ? ELSEWHERE
      : { kind: 'page', href: `#${encodeURIComponent(withoutPrefix(id))}`, file: from };
  }

  #at(target: string, from: string): TargetFile | undefined {
    for (const path of this.#places(target, from)) {
      const found = this.#file(path);
      if (found) return found;
    }
    if (target.startsWith('/')) return this.#aliases.get(aliasKey(target));
    return target.includes('/') ? undefined : this.#named(target, from);
  }

  /** The paths in the imported folder that a target can mean, in the order in which they are tried. */
  *#places(target: string, from: string): Generator<string> {
    const locale = localeFolder(from);
    if (target.startsWith('/')) {
      for (const base of new Set([this.root, '', locale ?? ''])) {
        yield inside(base, target);
        for (const folder of STATIC) yield inside(base, folder, target);
      }
      return;
    }
    yield inside(posix.dirname(from), target);
    // Sites whose addresses end with a slash resolve links from the folder of the page.
    yield inside(from.replace(ENDING, ''), target);
    if (locale !== undefined) yield inside(locale, target);
    yield inside(this.root, target);
  }

  #file(path: string): TargetFile | undefined {
    const exact = this.#files.get(path);
    if (exact) return exact;
    const key = keyOf(path.replace(/\/+$/, ''));
    const short = key.replace(ENDING, '');
    const name = nameOf(short);
    return (
      this.#paths.get(short) ??
      this.#paths.get(key) ??
      this.#folders.get(key) ??
      this.#folders.get(short) ??
      (INDEX.test(name) ? this.#folders.get(posix.dirname(short)) : undefined)
    );
  }

  /**
   * Finds a file by its name: in the same folder, or else the one with the shortest path.
   * @param form makes the form in which names are compared
   */
  #named(target: string, from: string, form = keyOf): TargetFile | undefined {
    const key = form(target).replace(/\.(?:md|mdx|markdown)$/, '');
    const folder = posix.dirname(from);
    return (this.#names.get(wikiKeyOf(nameOf(key))) ?? [])
      .filter(({ file }) => `/${form(file).replace(ENDING, '')}`.endsWith(`/${key}`))
      .toSorted((one, other) => rank(one, folder) - rank(other, folder))[0];
  }

  /** Finds a file by its title. Reads the titles when the first link needs one, because this parses all texts again. */
  #titled(name: string): TargetFile | undefined {
    if (!this.#titles) {
      const titles = new Map<string, TargetFile>();
      for (const one of this.#files.values()) {
        const title = one.title();
        if (title !== undefined) first(titles, aliasKey(title), one);
      }
      this.#titles = titles;
    }
    return this.#titles.get(aliasKey(name));
  }

  /** In a translation, such as `about.fr.md`, links to `start.md` mean `start.fr.md` if there is one. */
  #inLanguageOf(from: string, one: TargetFile | undefined): TargetFile | undefined {
    const tag = translationIn(from)?.tag;
    const translated = one && tag && one.file.replace(/(?=\.[^.]*$)/, `.${tag}`);
    return (translated && this.#files.get(translated)) || one;
  }

  /** Finds where the wiki link `[[target]]` leads: by path, file name, alias or title. */
  wiki(target: string, from: string): Target {
    const at = target.search(/[#^]/);
    const name = (at === -1 ? target : target.slice(0, at)).trim();
    const heading = at === -1 ? '' : target.slice(target.lastIndexOf('#') + 1);
    const isBlock = heading.startsWith('^');
    const slug = isBlock ? heading.trim() : headingSlug(heading.trim());
    const id = target[at] === '#' ? slug : '';
    if (name === '') return id === '' ? NOWHERE : { kind: 'page', href: `#${id}`, file: from };
    const path = name.replace(/^(?:\.{0,2}\/)+/, '');
    const one = this.#inLanguageOf(
      from,
      this.#at(name, from) ??
        this.#named(path, from) ??
        this.#aliases.get(aliasKey(name)) ??
        this.#named(path, from, wikiKeyOf) ??
        this.#titled(name),
    );
    return one ? page(one, id === '' ? '' : anchorIn(one, id)) : NOWHERE;
  }

  /**
   * Finds the path of the picture that a destination names, relative to the imported folder; `undefined` if it names no
   * file that can be a picture there.
   * @param anywhere whether a picture of this name in any folder is meant, as in `![[picture.png]]`
   */
  picture(destination: string, from: string, anywhere = false): string | undefined {
    const [target = ''] = destination.split(/[?#]/);
    if (target.startsWith('//') || SCHEME.test(target) || !PICTURE.test(target)) return undefined;
    const places = Array.from(this.#places(decoded(target), from)).filter((one) => !isOutside(one));
    for (const path of places) {
      const found = this.#others.get(keyOf(path));
      if (found !== undefined) return found;
    }
    return (
      (anywhere ? this.#otherNames.get(keyOf(nameOf(decoded(target)))) : undefined) ?? places[0]
    );
  }
}

const aliasKey = (alias: string): string =>
  keyOf(alias.replace(/(?<=.)\/$/, '').replace(ENDING, ''));

function first<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}

const rank = ({ file }: TargetFile, folder: string): number =>
  posix.dirname(file) === folder ? 0 : file.length;

const page = ({ address, file }: TargetFile, suffix: string): Target => ({
  kind: 'page',
  href: hrefOf(address) + suffix,
  file,
});

/** Joins a path inside the imported folder; a path out of it begins with `../`. */
const inside = (...parts: readonly string[]): string => posix.join(...parts).replace(/^\/+/, '');
const isOutside = (path: string): boolean => path === '..' || path.startsWith('../');

/**
 * Makes the fragment of a link to another document. On pages, ids of headings have a prefix. The renderer adds the
 * prefix only to links within a document, so links to other documents get the prefix here.
 */
function anchorIn(one: TargetFile, fragment: string): string {
  const anchor = headingAnchor(fragment);
  const id = nearId(one, decoded(anchor.slice(1)));
  return id === undefined ? anchor : `#${encodeURIComponent(id)}`;
}

/**
 * Finds the section that a fragment means, if no section has exactly this id: tools make other signs and gaps of a
 * heading, such as `what-s-new` and `sub-and-superscripts` for "What’s new" and "Sub- and superscripts".
 */
function nearId({ ids }: TargetFile, id: string): string | undefined {
  const known = ids();
  if (known.includes(id)) return undefined;
  const letters = lettersOf(id);
  return letters === '' ? undefined : known.find((each) => lettersOf(each) === letters);
}

const lettersOf = (id: string): string =>
  withoutPrefix(id)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '');
