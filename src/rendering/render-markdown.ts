import type { Env, Token } from 'markdown-it';
import { withContext, writeElements } from './elements.js';
import { MAX_HEADINGS, MAX_HTML, WorkBudget } from './bounds.js';
import { PARSER } from './markdown.js';
import { plainText } from './plain-text.js';
import {
  type DocumentToRender,
  type Heading,
  PICTURES_BASE,
  type RenderedDocument,
} from './rendered-document.js';
import { forPartOf } from './rules/footnotes.js';
import { type Observer, observedBy } from './rules/observer.js';
import { metaOf, type SectionHeading } from './rules/token-meta.js';
import { sanitised, serialized } from './sanitise.js';

writeElements(PARSER.renderer);

/**
 * A heading with more UTF-16 code units than this is not compared with the title, because `normalize` takes quadratic
 * time for long runs of combining marks.
 */
const MAX_REPEATED = 2_000;

const folded = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Elements of a heading that the title of the page cannot show. */
const UNTITLED = new Set(['image', 'footnote_reference']);

/**
 * Returns the token index of a heading that begins the document and repeats the title; -1 if there is no such heading.
 * Either the plain text or the Markdown source of the heading can repeat the title. A heading with a picture or a
 * footnote does not count.
 */
function repeatedTitle(tokens: readonly Token[], title: string): number {
  const first = tokens.findIndex(
    ({ type, content }) => type !== 'anchor' && (type !== 'html_block' || content.trim() !== ''),
  );
  const heading = first === -1 ? undefined : metaOf(tokens[first]!).heading;
  if (!heading) return -1;
  const { content: written, children } = tokens[first + 1]!;
  if (children?.some(({ type }) => UNTITLED.has(type))) return -1;
  const repeats = [heading.title, written].some(
    (text) => text.length <= MAX_REPEATED && folded(text) === folded(title),
  );
  return repeats ? first : -1;
}

const sectionsOf = (tokens: readonly Token[]): SectionHeading[] =>
  tokens.flatMap((token) => metaOf(token).heading ?? []);

/**
 * Returns the number to add to the level of each heading, so that the highest heading becomes h2, below the page title.
 * Headings in HTML count only in a document without other headings.
 */
function shiftOf(found: readonly SectionHeading[], tokens: readonly Token[]): number {
  const levels = found.length > 0 ? found.map(({ level }) => level) : tokens.flatMap(levelsInHtml);
  return levels.length === 0 ? 1 : 2 - levels.reduce((one, other) => Math.min(one, other));
}

const levelsInHtml = ({ type, content, children }: Token): readonly number[] =>
  type.startsWith('html_')
    ? Array.from(content.matchAll(/<h([1-6])/g), ([, level]) => Number(level))
    : (children ?? []).flatMap(levelsInHtml);

/** Who looks at the tokens of a document that is rendered. */
interface Observers {
  /** Gets the tokens with all HTML that is written. */
  readonly written: Observer;
  /** Gets the tokens that are rendered. */
  readonly parsed: Observer;
}

/** The target of `#top` if the document has one. Without it, browsers scroll to the beginning of a page. */
const TOP = 's-top';

/** Renders a document to HTML that is not sanitised yet, and lists its first headings. */
function write(
  { title, markdown, imageOrigins, pictures, picturesBase = PICTURES_BASE }: DocumentToRender,
  observers: Observers | undefined,
  whole: Env | undefined,
) {
  const env = {
    ...(observers && observedBy(observers.written)),
    ...(whole && forPartOf(whole)),
  };
  const tokens = PARSER.parse(markdown, env);
  observers?.parsed(tokens);
  const sections = sectionsOf(tokens);
  const repeated = repeatedTitle(tokens, title);
  const [opening] = repeated === -1 ? [] : tokens.splice(repeated, 3);
  const found = opening ? sectionsOf(tokens) : sections;
  const headingShift = shiftOf(found, tokens);
  const sectionIds = new Set(sections.map(({ id }) => id));
  const budget = new WorkBudget();
  const context = {
    imageOrigins,
    headingShift,
    sectionIds,
    budget,
    pictures: new Map((pictures ?? []).map((picture) => [picture.sha256, picture])),
    picturesBase,
    anchors: new Set<string>(),
    openLinks: [],
  };
  const written = PARSER.renderer.render(tokens, PARSER.options, withContext(env, context));
  const hasTop = sectionIds.has(TOP) || context.anchors.has(TOP);
  const html = hasTop ? written : written.replaceAll(`<a href="#${TOP}"`, '<a href="#top"');
  if (html.length > MAX_HTML) throw new RangeError(`${html.length} characters of HTML`);
  const asHeading = ({ id, level, title: text }: SectionHeading): Heading => ({
    depth: Math.min(level + headingShift, 6),
    id,
    text,
  });
  const headings = found.filter(({ title: words }) => words !== '').map(asHeading);
  if (opening) headings.unshift({ depth: 1, id: metaOf(opening).heading!.id, text: title });
  return { html, headings: headings.slice(0, MAX_HEADINGS) };
}

/**
 * Renders a document in a thread; the same input always gives the same bytes.
 * @param whole environment in which the whole document was parsed, if only a part of it is rendered
 * @throws RangeError for a document that is nested too deeply, has too many parts, or grows too large as HTML
 */
export function renderMarkdown(
  document: DocumentToRender,
  observers?: Observers,
  whole?: Env,
): RenderedDocument {
  // `write` is a separate function, so that its tokens can be freed before the sanitiser runs. The tokens need as much
  // memory as the tree of the sanitiser.
  const { html, headings } = write(document, observers, whole);
  const page = sanitised(html);
  const text = plainText(page);
  return { html: serialized(page), headings, text };
}
