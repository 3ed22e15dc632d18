import type { DocumentValue } from '../../documents/document.js';
import { listHref } from '../../documents/list-path.js';
import { authorMark } from '../../documents/authors.js';
import type { Heading } from '../../rendering/rendered-document.js';
import { inLanguage } from './article-html.js';
import { type Frame, frameOf } from './frame.js';
import { type Content, Html, html } from './html.js';

/** The parts of a rendered revision that its article shows. */
export interface ArticleContent extends Omit<DocumentValue, 'sources'> {
  readonly locale: string;
  /** Sanitised HTML. */
  readonly html: string;
  readonly headings: readonly Heading[];
}

/**
 * Minimum number of headings for a table of contents. A text with fewer headings is short, and gets no table of
 * contents.
 */
const MIN_HEADINGS = 4;
/** Maximum number of heading levels in the table of contents, starting with the highest level of the text. */
const MAX_LEVELS = 3;

/** Returns the headings of a table of contents; empty if the text is too short for one. */
function listedHeadings({ headings }: Pick<ArticleContent, 'headings'>): readonly Heading[] {
  const below = headings.filter(({ depth }) => depth > 1);
  return below.length < MIN_HEADINGS ? [] : below;
}

/**
 * Returns the class of the element around an article. A class of its own, because a page is shown while it arrives: with
 * `:has(.contents)` the title would move as soon as the contents are there.
 */
export const sheetClass = (revision: Pick<ArticleContent, 'headings'>): string =>
  listedHeadings(revision).length > 0 ? 'sheet with-contents' : 'sheet';

/**
 * Makes the article of a revision. Without its facts about a release, the article depends only on the revision.
 * Therefore these bytes are the same in a preview and in the release (contract 9).
 * @param release facts about a release (`releaseFact`), which follow the author
 */
export function documentArticle(revision: ArticleContent, release: readonly Html[] = []): Html {
  const { title, description, headings } = revision;
  const frame = frameOf(revision.locale);
  const id = headings.find(({ depth }) => depth === 1)?.id;
  return html`<article class="document">
    <header class="opening">
      <h1${id !== undefined && html` id="${id}"`}>${title}</h1>
      ${description !== '' && html`<p class="description">${description}</p>`}
      ${facts(revision, release, frame)}
    </header>
    ${contents(listedHeadings(revision), frame)}
    <div class="content">${new Html(inLanguage(revision.html, revision.locale))}</div>
  </article>`;
}

/** Makes a fact about a release, for `documentArticle`. */
export const releaseFact = (term: string, fact: Content): Html =>
  html`<div class="release">
    <dt>${term}</dt>
    <dd>${fact}</dd>
  </div> `;

function facts(
  revision: ArticleContent,
  release: readonly Html[],
  { words, attributes }: Frame,
): Html {
  const { locale, author, tags } = revision;
  const mark = authorMark(author.kind, words);
  return html`<dl class="facts" ${attributes}>
    <div>
      <dt>${words.author}</dt>
      <dd>
        <bdi lang="${locale}">${author.name}</bdi>
        ${mark !== undefined && html`<span class="machine">${mark}</span>`}
      </dd>
    </div>
    ${release}${
      tags.length > 0 &&
      html`<div class="tagged">
        <dt>${words.tags}</dt>
        <dd>
          <ul class="tags" lang="${locale}">
            ${tags.map((tag) => html`<li><a href="${listHref({ kind: 'tag', tag })}" dir="auto">${tag}</a></li>`)}
          </ul>
        </dd>
      </div>`
    }
  </dl>`;
}

function contents(headings: readonly Heading[], { words, attributes }: Frame): Html | undefined {
  if (headings.length === 0) return undefined;
  const highest = Math.min(...headings.map(({ depth }) => depth));
  const listed = headings.filter(({ depth }) => depth < highest + MAX_LEVELS);
  return html`<nav class="contents" tabindex="0" aria-label="${words.contents}">
    <p class="contents-title" aria-hidden="true" ${attributes}>${words.contents}</p>
    <details>
      <summary ${attributes}>${words.contents}</summary>
      <ol>
        ${listed.map(
          ({ depth, id, text }) =>
            html`<li class="level-${depth - highest + 1}"><a href="#${id}">${text}</a></li>`,
        )}
      </ol>
    </details>
  </nav>`;
}
