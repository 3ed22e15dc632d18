import { createRequire } from 'node:module';
import { type Content, type Html } from './html.js';
import { ENGLISH, filled, type FrameWords, TRANSLATIONS } from './frame.js';

/** A sentence with `{count}`, in the forms of `Intl.PluralRules`; a text has one form for all numbers. */
export type Counted = string | { readonly [Form in Intl.LDMLPluralRule]?: string };

/** The English texts of the desk and of comparisons. `filled` replaces each `{…}`. */
export const DESK_ENGLISH = {
  differs: {
    one: '{count} place differs from what is public.',
    other: '{count} places differ from what is public.',
  } as Counted,
  differsFrom: {
    one: '{count} place differs from version {version}.',
    other: '{count} places differ from version {version}.',
  } as Counted,
  nothingDiffers: 'Readers would see no difference.',
  allNew: 'Nothing of this document is public yet: all of it is new.',
  places: { one: '{count} place', other: '{count} places' } as Counted,
  times: { one: '{count} time', other: '{count} times' } as Counted,
  morePlaces: { one: '{count} more place', other: '{count} more places' } as Counted,
  added: 'inserted',
  removed: 'deleted',
  moved: 'moved',
  style: 'style',
  negation: 'negation',
  number: 'number',
  date: 'date',
  link: 'link',
  name: 'name',
  title: 'Title',
  description: 'Description',
  content: 'Text',
  changedFields: 'Changed: {fields}',
  tagsChanged: { one: '{count} tag', other: '{count} tags' } as Counted,
  sourcesChanged: { one: '{count} source', other: '{count} sources' } as Counted,
  nextPlace: 'Next place',
  toList: 'Back to the list of changed places',
  unchangedLines: { one: '{count} unchanged line', other: '{count} unchanged lines' } as Counted,
  asReaders: 'As readers will see it',
  inMarkdown: 'The difference in Markdown',
  shortened: 'Only the first part is shown.',
  truncated:
    'Some places have too many changes to compare word by word. For these places, the whole old text is shown, then the whole new text.',
  tooLong: 'The article is too long to mark its changes. The difference in Markdown shows them.',
  unshowable:
    'This version cannot be shown: its text has too many nested elements, such as lists in lists, or its page would be too large. A release would fail for the same reason.',
  hidden: 'Readers do not see these characters:',
  mixed: 'These words mix letters of several scripts, so they may not be what they look like:',
  hiddenShort: 'Hidden or misleading characters',
  tookTooLong: 'This takes too long to show. Load the page again in a moment.',
  loadAgain: 'Load again',
  queue: 'Documents that wait for a decision',
  waiting: {
    one: '{count} document waits for a decision.',
    other: '{count} documents wait for a decision.',
  } as Counted,
  nothingWaits: 'No document waits for a decision.',
  nothingHere: 'This page is empty.',
  pages: 'Pages of the list',
  language: 'Language',
  writer: 'Writer',
  all: 'All',
  show: 'Show',
  decidedLately: 'Recent decisions',
  nothingDecided: 'No decisions yet.',
  version: 'Version {version}',
  newDocument: 'New document',
  writtenBy: 'Written by {name}',
  withProgram: 'with {program}',
  since: 'waiting since {time}',
  released: 'Released by {name}, {time}',
  returned: 'Sent back by {name}, {time}',
  approved: 'Approved by {name}, {time}',
  approvedSoFar: 'Approved so far by {names}.',
  needed: '{count} different people have to approve version {version} before readers see it.',
  nobodyApproved: 'Nobody has approved this version yet.',
  youApproved: 'You have approved this version.',
  youWrote: 'You wrote this version, so other people have to approve it.',
  signedIn: 'Signed in as {name} for {account}',
  signOut: 'Sign out',
  waits: 'This version waits for a decision.',
  isDraft: 'This version is a draft: it is not offered for review.',
  isReleasing: 'A version is being released.',
  isReleased: 'This version is released.',
  isReturned: 'This version was sent back.',
  readersSee: 'Readers see version {version}.',
  readersSeeNothing: 'Readers cannot see this document.',
  publicPage: 'The public page',
  withdrawn: 'An operator withdrew the document ({time}).',
  releaseFailed: 'The release of version {version} failed: {message}',
  indexFailed: 'The indexing of version {version} failed: {message}',
  whatChanges: 'What changes for readers',
  sinceReturned: 'Changes since version {version} was sent back',
  whatChanged: 'What version {version} changed',
  everyDifference: 'All differences from version {version}',
  noSources: 'This version has no sources.',
  history: 'History',
  releasedOn: 'Released {time}',
  approvedBy: 'approved by {name}',
  erased: 'Erased {time}: {reason}',
  decide: 'Decision on version {version}',
  release: 'Release',
  releaseAgain: 'Release again',
  approve: 'Approve',
  sendBack: 'Send back',
  next: 'Next',
  toQueue: 'To the queue',
  willSee: 'Readers will see this version, approved by {name} at the desk.',
  othersToo:
    'Your approval counts for this version. Readers see it when enough people have approved it.',
  notFound: 'Readers see this version, but the search does not find it yet.',
  toChange: 'What has to be changed',
  noteHint: 'At most 2,000 characters. The writer of the document reads this note.',
  notesInstead: 'You may leave this field empty if there are open notes.',
  notes: 'Notes',
  note: 'Note',
  addNote: 'Add a note',
  place: 'Place',
  wholeText: 'The whole text',
  quote: 'Quote',
  quoteHint:
    'Optional. Copy the passage that your note is about, at most 300 characters. The passage must occur only once in the place that you chose.',
  noteTextHint: 'At most 1,000 characters. The writer of the document reads this note.',
  noteOpen: 'Open',
  noteAnswered: 'Answered in version {version}',
  noteClosed: 'Closed by {name}, {time}',
  closeNote: 'Close',
  closedNotes: 'Closed notes',
  quoteGone: 'The quote no longer occurs in this place.',
  noNotes: 'There are no open notes.',
  justReleased: '“{title}”: readers see version {version} now.',
  justReleasing: '“{title}”: version {version} is being released.',
  justReturned: '“{title}”: version {version} was sent back.',
  lastNeeded: 'Yours was the last approval that was needed.',
  correct: 'Correct',
  correctVersion: 'Correct version {version}',
  correctHint:
    "When you save, you make a new version. Each save uses one write of the account's daily quota. Readers see the new version only after a release. The author stays the same.",
  sectionText: 'Section “{title}”, in Markdown',
  beginning: 'Text before the first heading, in Markdown',
  otherSections: 'Other sections',
  eachLine: 'one per line',
  whyCorrected: 'What you corrected and why, for the writer',
  save: 'Save and view',
  cancel: 'Back without saving',
  justCorrected: 'Your correction is version {version}. Readers do not see it yet.',
  correctedBy: 'Corrected by {name}',
  nothingCorrected: 'You have changed nothing yet.',
  meanwhile:
    'Your correction was not saved, because version {version} was made after you opened this page. Your text is still here. If it still fits, save it again.',
  textNow: 'This section in version {version}:',
  sectionGone: 'The section that you corrected is no longer in the document. You typed:',
  feed: 'Feed of documents that wait for a decision',
  feedHint:
    'A feed reader can show you which documents wait for a decision. The feed contains titles and change notes, but not the texts of the documents. Everybody who knows the address of the feed can read it.',
  makeFeed: 'Make a new address for the feed',
  feedAddress:
    'This is the address of your feed. It is shown only once. Earlier addresses no longer work.',
  signInTitle: 'Sign in at the desk',
  signInIntro: 'The desk is where a person decides what readers see.',
  signInKey: 'Your sign-in key',
  signInHint:
    'The key begins with imp_person_. You get it from the operator of this service. The key is linked to your name, and readers see your name next to each version that you release.',
  signIn: 'Sign in',
  keyInvalid:
    'This key is not valid. Check it, or ask the operator of this service for another one.',
  keyTooMany: 'Too many wrong keys came from your address. Wait a minute, then try again.',
  keyOfProgram:
    'This is a publisher key, with which a program writes. The desk opens with your own sign-in key, which begins with imp_person_: the operator of this service gives it to you.',
  sessionEnded: 'Your session has ended. Sign in again.',
  accountSuspended:
    'The account is suspended. Nobody can decide on its documents until the operator resumes it.',
  warnings: 'Warnings',
  warningsLater: 'Warnings: this version is not checked yet. Reload the page in a moment.',
  warningError: 'Error',
  toSection: 'To the section',
  // What a warning says, by its code.
  leaked_reasoning: 'The text still contains reasoning or tool calls of a program.',
  whole_text_in_fence:
    'The whole document, or its front matter (the lines of fields before the text), is inside one block of code.',
  citation_leftover:
    'The text contains a citation mark that a chat program left, such as 【3†source】.',
  hidden_text:
    'This passage contains invisible characters, or look-alike letters in a web address.',
  placeholder: 'The text contains a placeholder instead of the final words.',
  chat_frame: 'The paragraph speaks to somebody in a chat instead of the readers.',
  front_matter_in_content: 'The content begins with front matter.',
  inline_picture: 'A picture is embedded as a data: address. Readers do not see this picture.',
  tracking_in_link: 'An address has parameters that track readers.',
  dead_link: 'A link leads nowhere.',
  heading_skips: 'A heading skips a level, or is a second heading of the first level.',
  title_twice: 'Another public document has the same title.',
  no_sources: 'The author is a program, and the document names no source.',
  broken_table: 'A table has rows with too many or too few cells, or text directly below it.',
  unclosed_fence:
    'A block of code is not closed, so all text after its first line is shown as code.',
  checksTitle: 'This version has errors',
  checksStrict: 'Nothing was released: the checks of this account are strict.',
  checksUnknown: 'The version could not be checked for errors.',
  checksBack: 'Open the document, where you can send it back with a note',
  checksDespite: 'Release it anyway',
} as const;

type OwnWords = {
  readonly [Name in keyof typeof DESK_ENGLISH]: (typeof DESK_ENGLISH)[Name] extends string
    ? string
    : Counted;
};

/** The words of the desk, and those of the frame that it does not word in its own way. */
export type DeskWords = OwnWords & Omit<FrameWords, keyof OwnWords>;

/** Translations of `DESK_ENGLISH`, by the languages of the frame. */
export const DESK_TRANSLATIONS = createRequire(import.meta.url)('#assets/desk.json') as Readonly<
  Record<string, OwnWords>
>;

/** The words of the desk in a language, and the language for numbers, lists and times. */
export interface DeskLanguage {
  /** A key of the translations, or `en`. */
  readonly language: string;
  readonly words: DeskWords;
}

const IN_ENGLISH: DeskLanguage = { language: 'en', words: { ...ENGLISH, ...DESK_ENGLISH } };
const LANGUAGES: ReadonlyMap<string, DeskLanguage> = new Map(
  Object.entries(DESK_TRANSLATIONS).map(([language, own]) => [
    language,
    { language, words: { ...TRANSLATIONS[language]!, ...own } },
  ]),
);

/** Returns the words in a language of the frame; in English if there is no translation. */
export const deskLanguage = (language: string): DeskLanguage =>
  LANGUAGES.get(language) ?? IN_ENGLISH;

const rules = new Map<string, Intl.PluralRules>();

/** Fills the form of a sentence that belongs to a number. */
export function counted(
  sentence: Counted,
  count: number,
  language: string,
  places: Readonly<Record<string, Content>> = {},
): Html {
  if (!rules.has(language)) rules.set(language, new Intl.PluralRules(language));
  const form = rules.get(language)!.select(count);
  const text = typeof sentence === 'string' ? sentence : (sentence[form] ?? sentence.other!);
  return filled(text, { ...places, count: count.toLocaleString(language) });
}
