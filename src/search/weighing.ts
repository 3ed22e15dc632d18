import { type IndexSize, planOf, type SearchPlan, type WeighedWord } from './search-plan.js';
import type { AskedWord, SearchQuery } from './search-query.js';
import type { SnippetWord } from './snippet.js';

/** What is asked for as far as it was counted. */
export interface Weighed extends IndexSize {
  /** How many entries meet each condition; the most that are counted stands for that many or more. */
  readonly held: readonly number[];
}

/** Where is searched. */
export interface Searched {
  /** The condition that all entries in question meet; `null`: all there are. */
  readonly within: string | null;
  /** More entries are not counted one by one. */
  readonly mostCounted: number;
  /** Counts how many entries within meet each condition; `null` is met by none. */
  weigh(conditions: readonly (string | null)[]): Promise<Weighed>;
  /** Whether a word is in so many entries that it need not be counted. */
  knows(asked: AskedWord): boolean;
  /** In how many entries a word is; `counted` is `null` where it was not. */
  heldBy(asked: AskedWord, counted: number | null, size: IndexSize): number;
}

/** How a query is looked for, and what is marked in what is found. */
export interface WeighedQuery {
  readonly plan: SearchPlan;
  /** The words that tell something, of which snippets should hold many. */
  readonly marked: readonly SnippetWord[];
  /** The words that occur nowhere, for which others that differ by a letter were taken. */
  readonly forgiven: readonly AskedWord['word'][];
}

/** Weighs the words of a query by how rare they are, and plans how it is looked for. */
export async function weighedQuery(query: SearchQuery, searched: Searched): Promise<WeighedQuery> {
  const filter = query.where.length > 0 ? query.where.join(' & ') : null;
  const weighed = await searched.weigh([
    filter,
    ...query.words.map((asked) => (searched.knows(asked) ? null : asked.condition)),
  ]);
  const [filtered, ...counted] = weighed.held;
  const exact = query.words.map((asked, place) => {
    const count = searched.knows(asked) ? null : counted[place]!;
    return { asked, held: searched.heldBy(asked, count, weighed) };
  });
  const words = await withForgiven(exact, searched);
  const named = filter !== null && filtered! < searched.mostCounted ? filtered! : Infinity;
  const { within } = searched;
  const plan =
    within === null
      ? planOf(query, words, named, weighed)
      : planOf(
          { ...query, where: [within, ...query.where] },
          words,
          Math.min(named, weighed.entries),
          weighed,
        );
  return {
    plan,
    marked: words.flatMap(({ asked }, place) =>
      asked.isStopWord ? [] : [{ word: asked.word, weight: plan.terms[place]!.weight }],
    ),
    forgiven: words.flatMap(({ asked }, place) =>
      asked === query.words[place] ? [] : [asked.word],
    ),
  };
}

/** Takes for each word that is in no document those of titles that differ by a letter. */
async function withForgiven(
  words: readonly WeighedWord[],
  searched: Searched,
): Promise<readonly WeighedWord[]> {
  const unknown = words.filter(({ asked, held }) => held === 0 && asked.near !== null);
  if (unknown.length === 0) return words;
  const { held } = await searched.weigh(unknown.map(({ asked }) => asked.near));
  return words.map((word) => {
    const holding = held[unknown.indexOf(word)] ?? 0;
    return holding === 0 ? word : { asked: forgiven(word.asked), held: holding };
  });
}

function forgiven(asked: AskedWord): AskedWord {
  const near = asked.near!;
  return { ...asked, condition: near, titled: near };
}
