import { createRequire } from 'node:module';
import type { ApprovedVia } from '../../documents/release-facts.js';
import { type Content, Html, html } from './html.js';

/**
 * The English texts of the frame. The frame is the part of a page that no author wrote. `filled` replaces each `{…}`.
 */
export const ENGLISH = {
  skip: 'Skip to the content',
  searchWords: 'Search words',
  search: 'Search',
  published: 'Published',
  changed: 'Changed',
  version: 'Version',
  releasedBy: 'Released by',
  asStated: 'as stated by the publisher',
  approvedBy: 'Approved by',
  atDesk: '{name} at the desk',
  publisher: 'Publisher',
  author: 'Author',
  tags: 'Tags',
  byAi: 'Written by AI',
  byService: 'Published by a service',
  contents: 'Contents',
  sources: 'Sources',
  sourcesNote: 'Listing a source does not mean that its claims were checked.',
  asMarkdown: 'This document as Markdown',
  newest: 'Newest documents',
  tagged: 'Documents tagged',
  nothingYet: 'Nothing has been published yet.',
  languages: 'Languages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pagesOfList: 'Pages of this list',
  pagesOfResults: 'Pages of results',
  onlyIn: 'Only documents in {language}.',
  onlyTagged: 'Only documents tagged {tag}.',
  searchAll: 'Search all documents',
  inLanguage: 'In one language:',
  withTag: 'With a tag:',
  searchHelp:
    'Enter words, a name or a question. Documents that contain more of the words come first; a document does not have to contain all of them.',
  noMore: 'No more documents were found.',
  noneFound:
    'Sorry, no document was found. Try other words or fewer words, or search all documents.',
  similar: 'Not all of the words were found; the documents below have similar words.',
  count: 'Documents found: {count}',
  notFound: 'Not found',
  noDocument: 'There is no document at this address.',
  withdrawn: 'Withdrawn',
  wasWithdrawn: 'The document at this address was withdrawn.',
  versionShown: 'Version {version} of this document, as it was released on {date}.',
  outdated: 'This version is outdated.',
  newestVersion: 'The newest version',
  allVersions: 'All versions',
  signedRecord: 'Signed record',
  confirmedAtDesk: 'confirmed at the desk',
  confirmedByHost: 'confirmed in an assistant, as that program states',
  confirmedIn: 'confirmed in {program}, as that program states',
  menu: 'Menu',
  youAreHere: 'You are here',
  more: 'More',
  addToAssistant: 'Add this site to your assistant',
  /** The titles of alerts, in the order of `ALERTS` in `article-html.ts`. */
  alerts: 'Note, Tip, Important, Warning, Caution',
  table: 'Table',
  backToReference: 'Back to reference {number}',
  diagram: 'Diagram (Mermaid source)',
  picture: 'picture',
  doneTask: 'Completed task',
  openTask: 'Incomplete task',
  footnotes: 'Footnotes',
} as const;

export type FrameWords = Readonly<Record<keyof typeof ENGLISH, string>>;

/** Translations of `ENGLISH`. The keys are languages (`ko`), or languages with a script (`zh-Hant`). */
export const TRANSLATIONS = createRequire(import.meta.url)('#assets/frame.json') as Readonly<
  Record<string, FrameWords>
>;

export interface Frame {
  readonly language: string;
  readonly words: FrameWords;
  /** `lang` and `dir` for an element of the frame; `undefined` if the page has the same values. */
  readonly attributes: Html | undefined;
}

/** Returns the frame in the language of a canonical locale, or in English if there is no translation. */
export function frameOf(locale: string): Frame {
  const language = knownLanguage(locale);
  if (language === 'en') {
    const isEnglish = new Intl.Locale(locale).language === 'en';
    return {
      language,
      words: ENGLISH,
      attributes: isEnglish ? undefined : html`lang="en" dir="ltr"`,
    };
  }
  return { language, words: TRANSLATIONS[language]!, attributes: undefined };
}

/**
 * Returns the first of the reader's languages that has a translation; English if no language has a translation.
 * @param accepted languages of the reader (BCP 47), best first
 */
export const preferredLanguage = (accepted: readonly string[]): string =>
  accepted.filter(isLocale).find((tag) => knownLanguage(tag) !== 'en' || /^en\b/i.test(tag)) ??
  'en';

function isLocale(tag: string): boolean {
  try {
    return Boolean(new Intl.Locale(tag));
  } catch {
    return false;
  }
}

/**
 * Returns the key in `TRANSLATIONS` for a locale, or `en`. A language in an unusual script (`hi-Latn`) also gets `en`.
 */
function knownLanguage(locale: string): string {
  const { language, script } = new Intl.Locale(locale).maximize();
  const withScript = `${language}-${script}`;
  if (withScript in TRANSLATIONS) return withScript;
  const isUsual = new Intl.Locale(language).maximize().script === script;
  return isUsual && language in TRANSLATIONS ? language : 'en';
}

/** Replaces each `{name}` in a sentence with its value. */
export function filled(sentence: string, places: Readonly<Record<string, Content>>): Html {
  const parts = sentence.split(/\{(\w+)\}/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : places[part]))}`;
}

/**
 * Says how a release was confirmed, and who says so (contract 9).
 * @param program the program in which a host confirmed it; `null` if it states no name
 */
export function confirmation(
  via: ApprovedVia | null,
  program: string | null,
  words: Pick<FrameWords, 'asStated' | 'confirmedAtDesk' | 'confirmedByHost' | 'confirmedIn'>,
): Content {
  if (via === 'desk') return words.confirmedAtDesk;
  if (via !== 'host') return words.asStated;
  return program === null
    ? words.confirmedByHost
    : filled(words.confirmedIn, { program: html`<bdi>${program}</bdi>` });
}
