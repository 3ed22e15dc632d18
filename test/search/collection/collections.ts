import type { Corpus, Texts } from '../corpus/corpus.js';
import { arabic as arabicCorpus } from '../corpus/ar.js';
import { german as germanCorpus } from '../corpus/de.js';
import { english as englishCorpus } from '../corpus/en.js';
import { spanish as spanishCorpus } from '../corpus/es.js';
import { french as frenchCorpus } from '../corpus/fr.js';
import { japanese as japaneseCorpus } from '../corpus/ja.js';
import { korean as koreanCorpus } from '../corpus/ko.js';
import { russian as russianCorpus } from '../corpus/ru.js';
import { thai as thaiCorpus } from '../corpus/th.js';
import { chinese as chineseCorpus } from '../corpus/zh.js';
import { arabic } from './ar.js';
import { type Collection, JUDGEMENTS, type QuestionName } from './collection.js';
import { german } from './de.js';
import { english } from './en.js';
import { spanish } from './es.js';
import { french } from './fr.js';
import { japanese } from './ja.js';
import { korean } from './ko.js';
import { russian } from './ru.js';
import { thai } from './th.js';
import { chinese } from './zh.js';

/** A document of a collection, or a paragraph of a corpus. */
export interface JudgedDocument {
  readonly locale: string;
  readonly slug: string;
  readonly title: string;
  readonly text: string;
}

/** A question in one language, and the grades of the relevant documents by slug. */
export interface JudgedQuestion {
  readonly name: string;
  readonly q: string;
  readonly grades: ReadonlyMap<string, number>;
}

export interface JudgedLocale {
  readonly locale: string;
  readonly documents: readonly JudgedDocument[];
  readonly questions: readonly JudgedQuestion[];
}

const PAIRS: readonly (readonly [Collection, Corpus])[] = [
  [english, englishCorpus],
  [german, germanCorpus],
  [french, frenchCorpus],
  [spanish, spanishCorpus],
  [russian, russianCorpus],
  [arabic, arabicCorpus],
  [korean, koreanCorpus],
  [japanese, japaneseCorpus],
  [chinese, chineseCorpus],
  [thai, thaiCorpus],
];

export const CORPORA: readonly Corpus[] = PAIRS.map(([, corpus]) => corpus);

/** The collections by locale. Their documents include the paragraphs of the corpus. */
export const JUDGED: readonly JudgedLocale[] = PAIRS.map(
  ([{ locale, documents, questions }, corpus]) => ({
    locale,
    documents: [...listed(locale, documents), ...listed(locale, corpus.documents, 'corpus-')],
    questions: Object.entries(questions).map(([name, q]) => ({
      name,
      q,
      grades: new Map(Object.entries(JUDGEMENTS[name as QuestionName])),
    })),
  }),
);

/** Lists the documents with their locale, and with `prefix` before each slug. */
export function listed(locale: string, documents: Texts, prefix = ''): JudgedDocument[] {
  return Object.entries(documents).map(([slug, { title, text }]) => ({
    locale,
    slug: prefix + slug,
    title,
    text,
  }));
}
