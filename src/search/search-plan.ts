import { any, type AskedWord, type SearchQuery } from './search-query.js';

/** How many entries there are, and where the newest are. */
export interface IndexSize {
  readonly entries: number;
  /** The number of the newest entry. */
  readonly newest: number;
}

/** A word that is asked for, and how many documents hold it. */
export interface WeighedWord {
  readonly asked: AskedWord;
  readonly held: number;
}

/** One word to rank by. */
export interface Term {
  /** The text form of a `tsquery`. */
  readonly condition: string;
  /** How telling it is. */
  readonly weight: number;
  /** What makes its rank by PostgreSQL that of one form. */
  readonly scale: number;
}

/** How documents are looked for: each stage only while those before it found too few. */
export interface SearchPlan {
  /** Conditions, the text form of a `tsquery` each; at most `MAX_STAGES`. */
  readonly stages: readonly string[];
  readonly terms: readonly Term[];
  /** Words that are better near each other, as a `tsquery`; `null`: there is one alone. */
  readonly nearness: string | null;
  /** What the forms of the rarest word begin with, in small letters. */
  readonly rarest: string;
  /** Together the stages find every document that holds one of the words. */
  readonly isExhaustive: boolean;
}

export const MAX_STAGES = 10;
/** No more documents are ranked and counted. */
export const MAX_CANDIDATES = 1_000;
/** Words that documents are looked for by at once; the others still count for their rank. */
const MAX_JOINED = 5;
/** A condition whose rarest word is in no more documents is looked for in all of them. */
export const MAX_HELD = 20_000;
/** Together they may be in so many. */
const MAX_HELD_TOGETHER = 60_000;
/** Of the weight that its rarity would give it. */
const STOP_WORD_SHARE = 0.1;
/** Words that are looked at for their nearness: a few say enough. */
const MAX_NEAR = 6;

/**
 * Chooses the stages by which the best candidates are found first, and weighs the words (BM25): all words in
 * the title, all words anywhere, the rarest words, pairs of the others, any of them. A condition that would be
 * met by very many documents is looked for among the newest alone, which are in blocks of the index.
 * @param held in how many documents `query.where` holds
 */
export function planOf(
  query: SearchQuery,
  words: readonly WeighedWord[],
  held: number,
  size: IndexSize,
): SearchPlan {
  const telling = words.filter(({ asked }) => !asked.isStopWord);
  const byRarity = telling
    .filter((word) => word.held > 0)
    .toSorted((one, other) => one.held - other.held);
  // The words of a phrase must occur; whether they follow each other is seen in the document.
  const phrases = query.phrases === null ? [] : [query.phrases.replaceAll(/ <\d+> /g, ' & ')];
  const stages = stagesOf([...query.where, ...phrases], byRarity, held, size);
  const near = byRarity.slice(0, MAX_NEAR);
  return {
    stages: stages.conditions.slice(0, MAX_STAGES),
    terms: words.map((word) => termOf(word, size)),
    nearness: near.length < 2 ? null : near.map(({ asked }) => any(asked.ranked)).join(' & '),
    rarest: beginningOf(near[0]?.asked.word.accented ?? ''),
    isExhaustive: stages.isExhaustive && stages.conditions.length <= MAX_STAGES,
  };
}

/** Endings have up to two letters, mostly, and short words have none. */
const beginningOf = (word: string): string => word.slice(0, Math.max(4, word.length - 2));

function termOf({ asked, held }: WeighedWord, { entries }: IndexSize): Term {
  const all = Math.max(entries, held, 1);
  const rarity = Math.log(1 + (all - held + 0.5) / (held + 0.5));
  return {
    condition: any(asked.ranked),
    weight: rarity * (asked.isStopWord ? STOP_WORD_SHARE : 1),
    scale: asked.ranked.length / asked.forms,
  };
}

interface Stages {
  readonly conditions: readonly string[];
  readonly isExhaustive: boolean;
}

function stagesOf(
  where: readonly string[],
  words: readonly WeighedWord[],
  heldByFilter: number,
  size: IndexSize,
): Stages {
  const rarest = words[0];
  if (!rarest) return { conditions: [], isExhaustive: true };
  const conditions: string[] = [];
  /** Adds a condition that is met by no more documents than `held`; says whether they are all looked for. */
  const add = (condition: string, held: number): boolean => {
    const whole = [...where, condition].join(' & ');
    const most = Math.min(held, heldByFilter);
    if (most > MAX_HELD) conditions.push(...newest(size).map((block) => `${whole} & ${block}`));
    if (most <= MAX_HELD_TOGETHER) conditions.push(whole);
    return most <= MAX_HELD_TOGETHER;
  };
  const joined = words.slice(0, MAX_JOINED);
  add(joined.map(({ asked }) => asked.titled).join(' & '), rarest.held);
  const foundAll = add(joined.map(({ asked }) => asked.condition).join(' & '), rarest.held);
  if (words.length === 1) return { conditions, isExhaustive: foundAll };

  let together = 0;
  const few = words.filter(({ held }) => (together += held) <= MAX_CANDIDATES);
  if (few.length > 0) add(anyOf(few), MAX_CANDIDATES);
  const common = words.slice(few.length, few.length + MAX_JOINED);
  for (const [place, word] of common.slice(0, 2).entries()) {
    const others = common.slice(place + 1);
    if (others.length > 0) add(`${word.asked.condition} & ${anyOf(others)}`, word.held);
  }
  const sum = words.reduce((total, { held }) => total + held, 0);
  const isExhaustive = few.length === words.length || add(anyOf(words.slice(0, MAX_JOINED)), sum);
  return { conditions, isExhaustive: isExhaustive && words.length <= MAX_JOINED };
}

const anyOf = (words: readonly WeighedWord[]): string =>
  `(${words.map(({ asked }) => asked.condition).join(' | ')})`;

/** How many entries a block of numbers has, at most. */
export const BLOCK = 2 ** 13;

/** The condition of the newest block that is full. */
export const lastBlock = ({ newest: number }: IndexSize): string =>
  any([`~${Math.floor(number / BLOCK) - 1}`]);

/** Conditions of what is newest: 8,192 to 16,384 entries, and 32,768 to 65,536. */
function newest({ newest: number }: IndexSize): string[] {
  return [[13, '~'] as const, [15, '~~'] as const].map(([bits, sign]) => {
    const block = Math.floor(number / 2 ** bits);
    return any([`${sign}${block}`, `${sign}${block - 1}`]);
  });
}
