import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import type { Word } from './tokenise.js';

/** Prefixes that Arabic writes together with the next word: and, the, with the, like the … */
const BEFORE = /^و?(?:ال|بال|كال|فال|لل)(?=..)|^و(?=...)/u;
const AFTER = /(?:ها|ان|ات|ون|ين|يه|يا|ه|ي)$/u;

/**
 * Stems an Arabic word: removes the article and the most common endings. The Snowball stemmer is not used. It
 * mistakes a first letter for a preposition (بركان becomes ركان), and stems a word differently with and without its
 * article.
 */
function arabicStem(word: string): string {
  let stem = word.replace(BEFORE, '');
  for (let shorter = ''; ; stem = shorter) {
    shorter = stem.replace(AFTER, '');
    if (shorter.length < 3 || shorter === stem) return stem;
  }
}

interface Stemmer {
  readonly letters: RegExp;
  readonly stem: (word: string) => string;
}

/** Maximum number of passes of `lastStem`. No word needs as many. */
const MAX_TIMES = 5;
const LATIN = /^\p{sc=Latn}/u;

const latin = (stem: Stemmer['stem']): Stemmer => ({ letters: LATIN, stem });

const STEMMERS = new Map<string, Stemmer>([
  ['ar', { letters: /^\p{sc=Arab}/u, stem: arabicStem }],
  ['da', latin(danish)],
  ['de', latin(german)],
  ['el', { letters: /^\p{sc=Grek}/u, stem: greek }],
  ['en', latin(english)],
  ['es', latin(spanish)],
  ['fi', latin(finnish)],
  ['fr', latin(french)],
  ['hu', latin(hungarian)],
  ['it', latin(italian)],
  ['nb', latin(norwegian)],
  ['nl', latin(dutch)],
  ['nn', latin(norwegian)],
  ['no', latin(norwegian)],
  ['pt', latin(portuguese)],
  ['ro', latin(romanian)],
  ['ru', { letters: /^\p{sc=Cyrl}/u, stem: russian }],
  ['sv', latin(swedish)],
  ['tr', latin(turkish)],
]);

/** Returns the language of a locale: `pt` for `pt-BR`. */
export function languageOf(locale: string): string {
  return locale.split('-', 1)[0]!;
}

/** Makes the stems of a word, with and without its accents; none if the language has no stemmer for these letters. */
export function stemsOf(word: Word, language: string): string[] {
  const stemmer = STEMMERS.get(language);
  if (!stemmer || word.writing !== 'spaced' || !stemmer.letters.test(word.text)) return [];
  const forms = word.accented === word.text ? [word.text] : [word.accented, word.text];
  return [...new Set(forms.map((form) => lastStem(form, stemmer)))];
}

/**
 * Stems a word until nothing changes. One pass is not enough: `вулканов` becomes `вулкан`, but `вулкан` becomes
 * `вулка`.
 */
function lastStem(form: string, stemmer: Stemmer): string {
  let stem = form;
  for (let times = 0; times < MAX_TIMES; times += 1) {
    const next = stemmer.stem(stem);
    if (next === stem || next === '') break;
    stem = next;
  }
  return stem;
}
