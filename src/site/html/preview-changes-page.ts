import { authorMark } from '../../documents/authors.js';
import { changedText, marked, type Passage } from './changed-text.js';
import { ENGLISH } from './frame.js';
import { type Content, type Html, html } from './html.js';
import { layout } from './layout.js';
import { NO_INDEX } from './message-page.js';
import { previewBanner, type PreviewStanding } from './preview-page.js';

export interface ComparedFields {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly sources: readonly string[];
  readonly author: { readonly kind: string; readonly name: string };
  readonly intent: string;
}

export interface PreviewChanges {
  /** The fields of the public revision; `null` if no revision is public. */
  readonly before: ComparedFields | null;
  readonly after: ComparedFields;
  readonly changedFields: readonly string[];
  /** Why the revision was made; may be empty. */
  readonly changeNote: string;
  readonly passages: readonly Passage[];
}

/** The numbers of the compared revisions, and the locale of the document. */
export type Compared = Pick<PreviewStanding, 'locale' | 'revision' | 'publishedVersion'>;

/**
 * Makes the page with the differences between the public and the previewed revision (contract 9). The page compares the
 * fields side by side, and the text word by word.
 */
export function previewChangesPage(
  siteName: string,
  changes: PreviewChanges,
  standing: PreviewStanding,
): string {
  const { locale, href } = standing;
  const { after } = changes;
  return layout({
    siteName,
    locale,
    title: `Changes: ${after.title}`,
    head: NO_INDEX,
    main: html`<div class="comparison">
      ${previewBanner(standing, html`<a href="${href}">The revision as it will look</a>`)}
      <h1><span lang="en">Changes in</span> <bdi>${after.title}</bdi></h1>
      ${comparison(changes, standing)}
    </div>`,
  });
}

/** Makes HTML that shows the differences from the public revision. The headings in this HTML are h2. */
export function comparison(changes: PreviewChanges, standing: Compared): Html {
  const { before, changedFields, changeNote, passages } = changes;
  const { locale } = standing;
  return html` ${changeNote !== '' && html`<p><span lang="en">Why:</span> <bdi>${changeNote}</bdi></p>`}
    <p lang="en" dir="ltr">${summary(before, changedFields)}</p>
    ${FIELDS.filter(({ name }) => changedFields.includes(name)).map((field) =>
      compared(field, changes, standing),
    )}
    ${
      changedFields.includes('content') &&
      html`<h2 lang="en" dir="ltr">Text</h2>
        ${before !== null && LEGEND} ${changedText(passages, locale)}`
    }`;
}

function summary(before: ComparedFields | null, changedFields: readonly string[]): string {
  if (before === null) return 'Nothing is public: all of it is new.';
  return changedFields.length === 0
    ? 'Nothing differs from what is public.'
    : `What differs from what is public: ${changedFields.join(', ')}.`;
}

const LEGEND = html`<p class="legend" lang="en" dir="ltr">
  Words are marked that were <ins>inserted</ins> or <del>deleted</del>.
</p>`;

interface ComparedField {
  readonly name: keyof ComparedFields;
  readonly heading: string;
  /**
   * @param others fields of the other revision; `null` if no revision is public
   * @param mark mark for the items that are not in `others`
   */
  readonly show: (fields: ComparedFields, others: ComparedFields | null, mark: Mark) => Content;
}

type Mark = 'inserted' | 'deleted';

/** Shows a list, and marks the items that are not in the other revision. */
function items(own: readonly string[], others: readonly string[] | undefined, mark: Mark): Content {
  if (own.length === 0) return NONE;
  return html`<ul>
    ${own.map((text) => {
      const isNew = others !== undefined && !others.includes(text);
      return html`<li dir="auto">${marked({ kind: isNew ? mark : 'kept', text })}</li>`;
    })}
  </ul>`;
}

const NONE = html`<p class="none" lang="en">None</p>`;
const text = (words: string): Content =>
  words === '' ? NONE : html`<p class="value" dir="auto">${words}</p>`;

const FIELDS: readonly ComparedField[] = [
  { name: 'title', heading: 'Title', show: ({ title }) => text(title) },
  { name: 'description', heading: 'Description', show: ({ description }) => text(description) },
  {
    name: 'author',
    heading: 'Author',
    show: ({ author: { kind, name } }) => {
      const mark = authorMark(kind, ENGLISH);
      return html`<p>
        <bdi>${name}</bdi>
        <span lang="en"
          >(${kind})${mark !== undefined && html` <span class="machine">${mark}</span>`}</span
        >
      </p>`;
    },
  },
  {
    name: 'tags',
    heading: 'Tags',
    show: ({ tags }, others, mark) => items(tags, others?.tags, mark),
  },
  {
    name: 'sources',
    heading: 'Sources',
    show: ({ sources }, others, mark) => items(sources, others?.sources, mark),
  },
  { name: 'intent', heading: 'Intent', show: ({ intent }) => text(intent) },
];

/**
 * Shows the public and the previewed value of a field side by side. On a narrow screen, one value is below the other.
 */
function compared(
  { heading, show }: ComparedField,
  { before, after }: PreviewChanges,
  { revision, publishedVersion }: Compared,
): Html {
  return html`<h2 lang="en" dir="ltr">${heading}</h2>
    <dl class="sides">
      ${
        before !== null &&
        html`<div>
          <dt lang="en" dir="ltr">Public, revision ${publishedVersion ?? ''}</dt>
          <dd>${show(before, after, 'deleted')}</dd>
        </div>`
      }
      <div>
        <dt lang="en" dir="ltr">Revision ${revision}</dt>
        <dd>${show(after, before, 'inserted')}</dd>
      </div>
    </dl>`;
}
