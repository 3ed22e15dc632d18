import { documentsIn, type Texts } from '../corpus/corpus.js';

/** Short documents in one language, and questions that people ask in this language. */
export interface Collection {
  readonly locale: string;
  readonly documents: Texts;
  readonly questions: Readonly<Record<QuestionName, string>>;
}

type DocumentName = (typeof DOCUMENTS)[number];
export type QuestionName = keyof typeof JUDGEMENTS;

const DOCUMENTS = [
  'sourdough',
  'bread',
  'flour',
  'chain',
  'tyre',
  'brakes',
  'sleep',
  'coffee',
  'jet-lag',
  'insulation',
  'heat-pump',
  'mould',
  'night-train',
  'tram',
  'ferry',
  'passwords',
  'backup',
  'phishing',
  'swallows',
  'whales',
  'hedgehog',
  'renting',
  'violin',
  'chess',
  'letters',
  'repair',
  'household',
  'holidays',
  'terms',
  'lost',
] as const;

/** Reads lines of the form `name | title | text`. @throws if the names are not those in `DOCUMENTS` */
export function documentsOf(lines: string): Texts {
  const documents = documentsIn(lines);
  const names = Object.keys(documents).toSorted().join(' ');
  if (names !== DOCUMENTS.toSorted().join(' ')) throw new Error(`Other documents: ${names}`);
  return documents;
}

/** Relevance of a document to a question. 3: answers the question; 2: answers a part; 1: is related to the question. */
export type Grade = 1 | 2 | 3;

/** Grades of the relevant documents, by question; all other documents are irrelevant to the question. */
export const JUDGEMENTS = {
  rising: { sourdough: 3, flour: 2 },
  stale: { bread: 3, sourdough: 1 },
  squeak: { chain: 3, brakes: 1, repair: 1 },
  squeal: { brakes: 3, chain: 1, repair: 1 },
  puncture: { tyre: 3, repair: 1 },
  evening: { coffee: 3, sleep: 2 },
  flight: { 'jet-lag': 3, sleep: 1 },
  heating: { 'heat-pump': 3, insulation: 2 },
  damp: { mould: 3, household: 1, insulation: 1 },
  overnight: { 'night-train': 3 },
  rails: { tram: 3 },
  islands: { ferry: 3 },
  length: { passwords: 3, terms: 1 },
  copies: { backup: 3 },
  locked: { phishing: 3, terms: 1 },
  birds: { swallows: 3, hedgehog: 1 },
  milk: { hedgehog: 3 },
  sound: { whales: 3 },
  deposit: { renting: 3 },
  strings: { violin: 3 },
  king: { chess: 3 },
  hours: { sleep: 3, coffee: 1, 'jet-lag': 1 },
} as const satisfies Record<string, Partial<Record<DocumentName, Grade>>>;
