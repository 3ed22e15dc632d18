import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path from the root of the project, where npm starts tests and benches. The bench compiles this file into `dist`. */
const FOLDER = 'test/search/collection';

/** Titles and texts by slug. */
type Texts = Readonly<Record<string, { readonly title: string; readonly text: string }>>;

/** Relevance of a document to a question. 3: answers the question; 2: answers a part; 1: is related to the question. */
type Grades = Readonly<Record<string, 1 | 2 | 3>>;

/** The file of a locale. */
export interface Collection {
  readonly locale: string;
  /** Short documents on the same subjects in every language. */
  readonly documents: Texts;
  /** Questions that people ask in this language, by name. */
  readonly questions: Readonly<Record<string, string>>;
  readonly paragraphs: Texts;
  /** Queries, each with the slugs of the paragraphs that it should find. */
  readonly queries: readonly (readonly [q: string, ...slugs: string[]])[];
}

/** A document of a collection. */
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

/** Grades of the relevant documents, by question; all other documents are irrelevant to the question. */
const JUDGEMENTS = read('judgements') as Readonly<Record<string, Grades>>;

export const COLLECTIONS: readonly Collection[] = 'en de fr es ru ar ko ja zh th'
  .split(' ')
  .map((name) => read(name) as Collection);

/** The collections by locale. Their documents include the paragraphs. */
export const JUDGED: readonly JudgedLocale[] = COLLECTIONS.map(
  ({ locale, documents, questions, paragraphs }) => ({
    locale,
    documents: [...listed(locale, documents), ...listed(locale, paragraphs, 'corpus-')],
    questions: Object.entries(questions).map(([name, q]) => ({
      name,
      q,
      grades: graded(JUDGEMENTS[name]!),
    })),
  }),
);

/**
 * Runbooks and notes of a team, as assistants write them, and questions of the team. These texts were written and
 * judged after the parameters of the ranking were chosen, and were never used to change the parameters. The ranking is
 * therefore tested with texts for which the ranking was not tuned.
 */
export const HELD_BACK: JudgedLocale = heldBack();

function heldBack(): JudgedLocale {
  const { documents, questions } = read('team') as {
    documents: Texts;
    questions: [string, Grades][];
  };
  return {
    locale: 'en',
    documents: listed('en', documents, 'team-'),
    questions: questions.map(([q, grades]) => ({ name: q, q, grades: graded(grades, 'team-') })),
  };
}

/** Returns the grades by slug, with `prefix` before each slug. */
function graded(grades: Grades, prefix = ''): ReadonlyMap<string, number> {
  return new Map(Object.entries(grades).map(([slug, grade]) => [prefix + slug, grade]));
}

/** Lists the documents with their locale, and with `prefix` before each slug. */
export function listed(locale: string, documents: Texts, prefix = ''): JudgedDocument[] {
  return Object.entries(documents).map(([slug, { title, text }]) => ({
    locale,
    slug: prefix + slug,
    title,
    text,
  }));
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
}
