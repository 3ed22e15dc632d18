import { type DocumentValue, MAX_TITLE_LENGTH, MEMBER_NAMES } from '../../documents/document.js';
import { hrefOf, type PagePath } from '../../documents/page-path.js';
import { versionHref } from '../../documents/version-path.js';
import { codePoints, firstCharacters } from '../../platform/validation/rule.js';
import { boundedSources } from '../../publications/views/bounded.js';
import type { PartView } from '../../publications/views/content-views.service.js';
import type { FoundPlacesDto } from '../../publications/dto/publication-view.dto.js';
import type { SearchHit } from '../../search/search.service.js';
import { snippetText } from '../../search/snippet.js';
import type { MenuEntry } from '../../site/menu.js';
import type { Reading } from '../../site/readings.service.js';
import { type ListedPage, updatedAt } from '../../site/shown-page.js';
import { restOfPart } from '../rest-of-part.js';

/** The address of a document, which shows the newest version. */
const urlOf = (baseUrl: string, document: PagePath): string => baseUrl + hrefOf(document);

/** The address that always shows the version that was found or read: the one to cite. */
const citeOf = (baseUrl: string, document: PagePath & { readonly version: number }): string =>
  baseUrl + versionHref(document, document.version);

/** Members that have a place and a form of their own in each answer. */
const PLACED = ['title', 'sources', 'author'] as const;
type Other = Exclude<keyof DocumentValue, (typeof PLACED)[number]>;
const OTHERS = MEMBER_NAMES.filter((name): name is Other => !PLACED.some((one) => one === name));

/** The other members of a document, without empty ones, and without those that a search does not read. */
const others = (document: Partial<Pick<DocumentValue, Other>>): object =>
  Object.fromEntries(
    OTHERS.map((name) => [name, document[name]]).filter(([, value]) => value?.length),
  );

/** Makes an item of a search. It has the address to cite alone, because a model answers from snippets too. */
export const hitItem = (
  baseUrl: string,
  { locale, title, authorKind, publishedAt, snippet, ...found }: SearchHit,
): object => ({
  cite: citeOf(baseUrl, { locale, ...found }),
  locale,
  title,
  ...others(found),
  version: found.version,
  authorKind,
  publishedAt: publishedAt.toISOString(),
  snippet: snippetText(snippet),
});

/** Makes an item of a list. It has no text, so there is nothing to cite before it is read. */
export const listItem = (baseUrl: string, page: ListedPage): object => ({
  url: urlOf(baseUrl, page),
  locale: page.locale,
  title: page.title,
  ...others(page),
  version: page.version,
  authorKind: page.author.kind,
  publishedAt: updatedAt(page).toISOString(),
});

/** Makes the items of a menu, in reading order. `level` says how deep an item is, from 1. */
export const menuItems = (
  baseUrl: string,
  entries: readonly MenuEntry[],
  level = 1,
): readonly object[] =>
  entries.flatMap(({ text, href, children }) => [
    {
      level,
      title: firstCharacters(text, MAX_TITLE_LENGTH),
      ...(href !== undefined && { url: new URL(href, baseUrl).href }),
    },
    ...menuItems(baseUrl, children, level + 1),
  ]);

/** What `read_document` read of the content, beside the facts about the document. */
export interface ReadPart extends Partial<PartView> {
  readonly find?: FoundPlacesDto;
}

/**
 * Makes the answer with a document or a part of it.
 * @param sourcesBytes maximum bytes of its sources
 */
export function shownReading(
  baseUrl: string,
  reading: Reading,
  { content, contentRange, sectionCount, isOutlineLate, ...views }: ReadPart,
  sourcesBytes: number,
): object {
  const { title, locale, version, newestVersion, author, markdown } = reading;
  const { approvedBy, approvedVia, approvedIn, accountName } = reading;
  const { sources, sourceCount } = boundedSources(reading.sources, sourcesBytes);
  const cite = citeOf(baseUrl, reading);
  const shown = {
    ...(contentRange && { contentRange }),
    ...views,
    sources: [...sources],
    contentLength: codePoints(markdown),
  };
  const isOld = version !== newestVersion;
  return {
    url: urlOf(baseUrl, reading),
    cite,
    title,
    ...(content !== undefined && { content }),
    locale,
    ...others(reading),
    version,
    ...(isOld && newestVersion !== null && { newestVersion }),
    author: { kind: author.kind, name: author.name },
    ...(approvedBy !== null && { approvedBy, approvedVia: approvedVia ?? 'key' }),
    ...(approvedBy !== null && approvedIn && { approvedIn }),
    ...(accountName !== null && { publisher: accountName }),
    firstPublishedAt: reading.firstPublishedAt.toISOString(),
    publishedAt: reading.publishedAt.toISOString(),
    updatedAt: updatedAt(reading).toISOString(),
    ...shown,
    note: [
      `Cite ${cite}.`,
      isOld &&
        `This is version ${version}. ${newestVersion === null ? 'Another document has replaced this one: it is' : `The newest version, ${newestVersion}, is`} at the address in url.`,
      restOfPart('read_document', shown, { sectionCount, isOutlineLate, sourceCount }),
    ]
      .filter(Boolean)
      .join(' '),
  };
}
