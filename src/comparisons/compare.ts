import { isDeepStrictEqual } from 'node:util';
import { type DocumentValue, MEMBER_NAMES } from '../documents/document.js';
import { firstCharacters } from '../platform/validation/rule.js';
import { MAX_COMPARED } from '../rendering/bounds.js';
import { type HiddenText, hiddenIn } from '../rendering/hidden-text.js';
import { renderMarkdown } from '../rendering/render-markdown.js';
import type { PictureToShow } from '../rendering/rendered-document.js';
import { inLanguage } from '../site/html/article-html.js';
import { Html, html } from '../site/html/html.js';
import { visibleText } from '../site/html/visible-text.js';
import { ComparisonWork } from './align.js';
import { ArticleReader, wholeText } from './blocks.js';
import { type ContentChanges, contentChanges } from './content-changes.js';
import { Marker, type MarkTexts } from './mark.js';
import { type Place, Places } from './places.js';
import { weigher, wordsOf } from './words.js';

interface RevisionToCompare {
  readonly document: DocumentValue;
  readonly content: string;
  /** The pictures that the content names and the account has; `null` if there are none. */
  readonly pictures: readonly PictureToShow[] | null;
}

export interface RevisionsToCompare {
  readonly locale: string;
  /** `null`: the revision is new, and nothing is marked. */
  readonly before: RevisionToCompare | null;
  readonly after: RevisionToCompare;
  readonly imageOrigins: readonly string[];
  /** Prefix of the addresses of pictures. */
  readonly picturesBase: string;
}

/** Why the Markdown is marked instead of the article: the article cannot be rendered, or it is too long. */
type ArticleFault = 'unshowable' | 'tooLong';

export type MemberName = keyof DocumentValue;

/** A member that differs, with its changes marked; unmarked in a new document. */
interface ChangedMember {
  readonly name: MemberName;
  readonly marked: Html;
  /** Number of items that were removed and added; 1 for a member without items. */
  readonly count: number;
}

/** The differences between two revisions of a document, for a person who decides. */
export interface Comparison {
  readonly members: readonly ChangedMember[];
  /** The places of members and text, in their order. */
  readonly places: readonly Place[];
  /** Number of the places in the text, without those in members. */
  readonly inText: number;
  /** The rendered article with its changes marked; after a fault, the whole Markdown. */
  readonly article: Html;
  readonly fault: ArticleFault | null;
  /** Whether some changes are shown as whole blocks, because the comparison has a bounded amount of work. */
  readonly isTruncated: boolean;
  readonly markdown: ContentChanges;
  readonly hidden: HiddenText;
  /** First words of the text, without Markdown. */
  readonly opening: string;
}

const MAX_OPENING = 280;

/** Compares two revisions, in bounded work; the same revisions always compare alike. */
export function compared(
  revisions: RevisionsToCompare,
  texts: MarkTexts,
  names: MemberTexts,
): Comparison {
  const { locale, before, after, picturesBase } = revisions;
  const work = new ComparisonWork();
  const places = new Places(weigher(locale));
  const marker = new Marker(places, texts, work);
  const split = wordsOf(locale);
  const reader = new ArticleReader(split, picturesBase);
  const members =
    before === null ? allMembers(after) : changedMembers(before, after, reader, marker, names);
  const inMembers = places.list.length;
  const looks = { old: before && look(before, revisions), now: look(after, revisions) };
  const { text, ...article } = markedArticle(looks, before, after, reader, marker);
  return {
    members,
    places: places.list,
    inText: places.list.length - inMembers,
    ...article,
    isTruncated: work.isTruncated,
    markdown: contentChanges(before?.content ?? '', after.content),
    hidden: hiddenIn(
      MEMBER_NAMES.flatMap((name) => textsOf(after.document[name])),
      [after.content, text],
    ),
    opening: firstCharacters(looks.now?.text ?? after.content, MAX_OPENING).replace(/\s+/g, ' '),
  };
}

type MemberTexts = Readonly<Record<MemberName, string>>;

interface Look {
  readonly html: string;
  readonly text: string;
}

/** Renders a revision; `null` if it cannot be rendered. */
function look(
  { document: { title }, content: markdown, pictures }: RevisionToCompare,
  { locale, imageOrigins, picturesBase }: RevisionsToCompare,
): Look | null {
  try {
    const rendered = renderMarkdown({ title, markdown, pictures, imageOrigins, picturesBase });
    return { ...rendered, html: inLanguage(rendered.html, locale) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Marks the changes of the article; of the Markdown, as one block of text, if an article is missing or too long. */
function markedArticle(
  { old, now }: { readonly old: Look | null; readonly now: Look | null },
  before: RevisionToCompare | null,
  after: RevisionToCompare,
  reader: ArticleReader,
  marker: Marker,
): Pick<Comparison, 'article' | 'fault'> & { readonly text: string } {
  const mark = (from: string | null, to: string, fault: ArticleFault | null) => {
    const blocks = { old: from === null ? null : reader.read(from), now: reader.read(to) };
    if (from !== null && fault === null && reader.count > MAX_COMPARED.blocks) return undefined;
    const article = new Html(marker.article(blocks.old, blocks.now));
    return { article, fault, text: wholeText(blocks.now) };
  };
  const length = (old?.html.length ?? 0) + (now?.html.length ?? 0);
  const isShowable = now && (before === null || old) && length <= MAX_COMPARED.html;
  const marked = isShowable ? mark(old && old.html, now.html, null) : undefined;
  return (
    marked ??
    mark(before && asText(before.content), asText(after.content), now ? 'tooLong' : 'unshowable')!
  );
}

const asText = (content: string): string => html`<pre>${content}</pre>`.text;

/** Lists the members of a new document that its article does not show. Its sources have a list of their own. */
function allMembers({ document }: RevisionToCompare): ChangedMember[] {
  return MEMBER_NAMES.filter((name) => !/^(?:title|description|sources)$/.test(name))
    .map((name) => ({ name, texts: textsOf(document[name]) }))
    .filter(({ texts }) => texts.length > 0)
    .map(({ name, texts }) => {
      const marked = html`<p dir="auto">${visibleText(texts.join(', '))}</p>`;
      return { name, marked, count: texts.length };
    });
}

/** Marks the members that differ. The definition of the members lists them, so that no member is forgotten. */
function changedMembers(
  before: RevisionToCompare,
  after: RevisionToCompare,
  reader: ArticleReader,
  marker: Marker,
  names: MemberTexts,
): ChangedMember[] {
  return MEMBER_NAMES.filter(
    (name) => !isDeepStrictEqual(before.document[name], after.document[name]),
  ).map((name) => {
    const [old, now] = [textsOf(before.document[name]), textsOf(after.document[name])];
    const removed = old.filter((text) => !now.includes(text));
    const added = now.filter((text) => !old.includes(text));
    const isList = Array.isArray(after.document[name]);
    if (!isList || removed.length + added.length === 0) {
      const [left, right] = [old.join(', '), now.join(', ')];
      const marked = marker.text(reader.plain(left), reader.plain(right), names[name]);
      return { name, marked: html`<p dir="auto">${marked}</p>`, count: 1 };
    }
    const items = [
      ...removed.map((text) => marker.item(reader.plain(text), 'removed', names[name])),
      ...now.map((text) =>
        added.includes(text)
          ? marker.item(reader.plain(text), 'added', names[name])
          : visibleText(text),
      ),
    ];
    const marked = html`<ul>
      ${items.map((item) => html`<li dir="auto">${item}</li>`)}
    </ul>`;
    return { name, marked, count: Math.max(removed.length, added.length) };
  });
}

/** Returns the texts of any member: of a text, of a list of texts, or of an object of texts such as the author. */
function textsOf(value: DocumentValue[MemberName]): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value) as string[];
}
