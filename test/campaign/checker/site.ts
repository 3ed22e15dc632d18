import type { AnswerBody } from '../../setup/client.js';
import { send } from '../interfaces.js';
import { patiently } from '../settling.js';

/** A document of the editor, and what the site must have of it. */
export interface SitedDocument {
  /** Absent until the document was created. */
  id?: string;
  readonly slug: string;
  readonly path: string;
  state: 'new' | 'public' | 'gone' | 'erased';
  /** Whether its version 1 has an address. */
  stands: boolean;
  /** The document that took its place. */
  by?: SitedDocument | undefined;
  notice?: string;
}

/** The menu of the editor's documents. */
export interface SitedMenu {
  /** Absent until the menu was created. */
  id?: string;
  /** The version that was released last; 0: none. */
  version: number;
  isPublic: boolean;
}

/** The words with which each entry of a version of the menu begins. */
export const entryOf = (version: number): string => `Entry of menu ${version}:`;

export interface AskedSite {
  readonly url: string;
  readonly key: string;
  readonly locale: string;
  readonly menu: SitedMenu;
  /** Whether no fault is there any more, so that every request must be answered. */
  readonly isQuiet: boolean;
}

const SITEMAP = '/sitemap.xml';

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Checks that pages, their menu, Markdown, versions, lists, feed, sitemap, search and MCP agree with what was done. */
export async function faultsOfSite(
  site: AskedSite,
  documents: readonly SitedDocument[],
): Promise<string[]> {
  const { locale, isQuiet, menu } = site;
  const lists = [
    `/${locale}/new`,
    `/${locale}/feed.xml`,
    `/search.json?q=Zorblatt&locale=${locale}`,
    SITEMAP,
  ];
  const listed = await Promise.all(
    lists.map((path) => (path === SITEMAP ? wholeSitemap(site) : get(site, path))),
  );
  const faults = listed.flatMap(({ status, text }, at) =>
    // A locale without public documents has neither a list nor a feed.
    status === 200 || (status === 404 && documents.every(({ state }) => state !== 'public'))
      ? documents
          .filter(({ path, state }) => names(text, path) !== (state === 'public'))
          .map(({ slug, state }) => `${lists[at]} is wrong about ${slug}, which is ${state}`)
      : unanswered(isQuiet, lists[at]!, status),
  );
  for (const one of documents) {
    for (const ending of ['', '.md', '@1', '@1.jws']) {
      const path = one.path + ending;
      const { status, text, location } = await get(site, path);
      if (status === 0 || status === 503) {
        faults.push(...unanswered(isQuiet, path, status));
        continue;
      }
      const seen = status === 301 ? `301 ${location}` : `${status}`;
      const wanted = ending.startsWith('@') ? (one.stands ? '200' : '410') : shownAt(one, ending);
      if (seen !== wanted) faults.push(`${path}: ${seen} and not ${wanted}`);
      const isTold = text.includes(escaped('Read <the other page>'));
      if (isTold !== (status === 410 && one.notice !== undefined))
        faults.push(`${path}: the notice`);
      if (status === 200 && ending === '') faults.push(...faultsOfMenu(text, path, menu));
    }
    faults.push(...(await faultsOfTool(site, one)));
  }
  return faults;
}

/** Reads the parts that the index of the sitemap names. The documents of others can leave a part empty meanwhile. */
async function wholeSitemap(site: AskedSite): Promise<Got> {
  const index = await get(site, SITEMAP);
  const paths = index.text.match(/\/sitemap-\d+\.xml/g) ?? [];
  const parts = await Promise.all(paths.map((path) => get(site, path)));
  const unread = parts.find(({ status }) => status !== 200 && status !== 404);
  return unread ?? { ...index, text: parts.map(({ text }) => text).join('') };
}

/** Every page of a document in the menu has the newest version of the menu, and no other one. */
function faultsOfMenu(page: string, path: string, { version, isPublic }: SitedMenu): string[] {
  const shown = new Set(page.match(/Entry of menu \d+:/g));
  const wanted = isPublic ? entryOf(version) : '';
  const seen = [...shown].join();
  return seen === wanted ? [] : [`${path}: its menu has "${seen}" and not "${wanted}"`];
}

const names = (text: string, path: string): boolean => new RegExp(`${path}["<.]`).test(text);

function shownAt({ state, by }: SitedDocument, ending: string): string {
  if (state === 'public') return '200';
  return by?.state === 'public' ? `301 ${by.path}${ending}` : '410';
}

const NO_ANSWER = { status: 0, code: '', body: {} as AnswerBody };

/** Compares `withdrawn` of a document, as an assistant of the account reads it. */
async function faultsOfTool(site: AskedSite, one: SitedDocument): Promise<string[]> {
  const { url, key, isQuiet } = site;
  const order = { operation: 'read', id: one.id! } as const;
  const { status, code, body } = await asked(isQuiet, () =>
    send(url, key, 'mcp legacy', order).catch(() => NO_ANSWER),
  );
  if (status === 0 || status === 503) return unanswered(isQuiet, `/mcp about ${one.slug}`, status);
  const { withdrawn } = body;
  const told = [code, !withdrawn, withdrawn?.notice, withdrawn?.supersededBy];
  const wanted =
    one.state === 'erased'
      ? ['not_found', true, undefined, undefined]
      : ['', one.state === 'public', one.notice, one.by?.id];
  const isSame = told.every((member, at) => member === wanted[at]);
  return isSame ? [] : [`MCP about ${one.slug}: ${told.join()} and not ${wanted.join()}`];
}

const unanswered = (isQuiet: boolean, path: string, status: number): string[] =>
  isQuiet ? [`${path}: no answer at quiet (${status})`] : [];

interface Got {
  /** 0: no answer. */
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
}

function get({ url, isQuiet }: AskedSite, path: string): Promise<Got> {
  const signal = () => AbortSignal.timeout(isQuiet ? 25_000 : 3_000);
  return asked(isQuiet, () =>
    fetch(url + path, { redirect: 'manual', signal: signal() })
      .then(async (one) => ({
        status: one.status,
        text: await one.text(),
        location: one.headers.get('Location'),
      }))
      .catch(() => ({ status: 0, text: '', location: null })),
  );
}

/** Asks once, or at quiet until an answer comes. */
const asked = <T extends { readonly status: number }>(
  isQuiet: boolean,
  ask: () => Promise<T>,
): Promise<T> => (isQuiet ? patiently(ask) : ask());
