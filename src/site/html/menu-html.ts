import { listHref } from '../../documents/list-path.js';
import type { Menu, MenuEntry, MenuPlace } from '../menu.js';
import { type Frame, frameOf } from './frame.js';
import { type Html, html } from './html.js';

/** Number of entries up to which a page has the whole menu; of a longer one it has the branch of the page. */
const MAX_WHOLE = 400;
/** Maximum number of entries before and after an entry of a level in a longer menu. */
const MAX_BESIDE = 100;

/**
 * Shows the menu beside a page, with the branch of the page open; folded on a phone. On a wide screen a long menu
 * scrolls by itself, so the keyboard can reach it.
 */
export function menuNav({ menu, trail }: MenuPlace): Html {
  const { words, attributes } = frameOf(menu.locale);
  return html`<nav class="menu" tabindex="0" aria-label="${words.menu}">
    <details>
      <summary ${attributes}>${words.menu}</summary>
      ${entryList(menu, menu.entries, trail)}
      <p ${attributes}>
        <a href="${listHref({ kind: 'locale', locale: menu.locale, isNewest: true })}"
          >${words.newest}</a
        >
      </p>
    </details>
  </nav>`;
}

/** Shows a menu as the contents of a list; of a longer one, the entries of the first level. */
export const menuContents = (menu: Menu, { words }: Frame): Html =>
  html`<nav class="menu-contents" aria-label="${words.menu}">
    ${entryList(menu, menu.entries, [])}
  </nav>`;

const entryList = (menu: Menu, entries: readonly MenuEntry[], trail: readonly MenuEntry[]): Html =>
  html`<ul>
    ${beside(menu, entries, trail).map((entry) => item(menu, entry, trail))}
  </ul>`;

/** Returns the entries that are shown of a level: those around the open one, or all beside no page. */
function beside(
  { size }: Menu,
  entries: readonly MenuEntry[],
  trail: readonly MenuEntry[],
): readonly MenuEntry[] {
  if (size <= MAX_WHOLE || trail.length === 0) return entries;
  const at = entries.findIndex((entry) => trail.includes(entry));
  return entries.slice(Math.max(at - MAX_BESIDE, 0), Math.max(at, 0) + MAX_BESIDE + 1);
}

function item(menu: Menu, entry: MenuEntry, trail: readonly MenuEntry[]): Html {
  const { text, children } = entry;
  const isOpen = trail.includes(entry);
  if (children.length === 0) return html`<li>${link(entry, trail)}</li>`;
  if (menu.size > MAX_WHOLE && !isOpen) {
    const first = entry.href === undefined ? firstLink(children) : entry;
    return html`<li>${link({ ...entry, ...(first && { href: first.href }) }, trail)}</li>`;
  }
  return html`<li>
    ${link(entry, trail)}
    <details${isOpen && html` open`}>
      <summary aria-label="${text}"></summary>
      ${entryList(menu, children, trail)}
    </details>
  </li>`;
}

function firstLink(entries: readonly MenuEntry[]): MenuEntry | undefined {
  for (const entry of entries) {
    const found = entry.href === undefined ? firstLink(entry.children) : entry;
    if (found) return found;
  }
  return undefined;
}

/** Makes a link on one line, because a page has hundreds of them. */
function link(entry: MenuEntry, trail: readonly MenuEntry[]): Html {
  const { text, href } = entry;
  if (href === undefined) return html`<span>${text}</span>`;
  const foreign = !href.startsWith('/') && html`rel="nofollow ugc noopener"`;
  const current = entry === trail.at(-1) && html`aria-current="page"`;
  return html`<a href="${href}" ${foreign}${current}>${text}</a>`;
}

export function breadcrumbs({ menu, trail }: MenuPlace, siteName: string): Html {
  const { words } = frameOf(menu.locale);
  return html`<nav class="crumbs" aria-label="${words.youAreHere}">
    <ol>
      <li><a href="/${menu.locale}" dir="auto">${siteName}</a></li>
      ${trail.slice(0, -1).map((entry) => html`<li>${link(entry, [])}</li>`)}
    </ol>
  </nav>`;
}

export function neighbours({ menu, previous, next }: MenuPlace): Html | undefined {
  if (!previous && !next) return undefined;
  const { words, attributes } = frameOf(menu.locale);
  const to = (entry: MenuEntry, rel: string, label: string): Html =>
    html`<a rel="${rel}" href="${entry.href}"
      ><span ${attributes}>${label}</span> ${entry.text}</a
    >`;
  return html`<nav class="pages neighbours" aria-label="${words.previousPage}, ${words.nextPage}">
    ${previous && to(previous, 'prev', words.previousPage)}
    ${next && to(next, 'next', words.nextPage)}
  </nav>`;
}

/** Describes the way to a page as a schema.org `BreadcrumbList`, for search engines. */
export function breadcrumbList(
  { menu, trail }: MenuPlace,
  siteName: string,
  baseUrl: string,
): object {
  const steps = [{ text: siteName, href: `/${menu.locale}` }, ...trail];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps
      .filter(({ href }) => href?.startsWith('/'))
      .map(({ text, href }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name: text,
        item: baseUrl + href!,
      })),
  };
}
