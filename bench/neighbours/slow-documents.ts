/** Almost the maximum length of a content. */
const LENGTH = 195_000;

/** Repeats `piece` as often as it fits. */
const filled = (piece: string): string => piece.repeat(Math.floor(LENGTH / piece.length));

let seed = 1;
/** Returns random words, each of them only once. */
function randomWords(): string {
  let text = '';
  while (text.length < LENGTH - 10) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += `${seed.toString(36)} `;
  }
  return text;
}

const row = '| *c* | `d` | e | f |\n';
const tables = `| a | b | c | d |\n|-|-|-|-|\n${row.repeat(200)}\n`.repeat(20);

/** The most expensive documents that the bounds allow, of four kinds. */
export const SLOW_DOCUMENTS: readonly (() => string)[] = [
  () => '# a\n'.repeat(24_900),
  () => `${filled('[^1] ')}\n\n[^1]: b`,
  randomWords,
  () => tables.slice(0, LENGTH),
];

/** A document whose HTML has almost the maximum length of a feed entry. */
export const FEED_DOCUMENT = '`a` **b** '.repeat(930);

/** The searched words. Every `searchable` document has all of them. */
export const SEARCHED = Array.from({ length: 24 }, (_, n) => `word${n}`);
export const searchable = (): string =>
  Array.from({ length: 27_000 }, (_, n) => `word${(n * 7) % 3_000}`)
    .join(' ')
    .slice(0, LENGTH);
