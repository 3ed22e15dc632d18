/** As long as a content may be, nearly. */
const LENGTH = 195_000;

/** `piece` as often as it fits. */
const filled = (piece: string): string => piece.repeat(Math.floor(LENGTH / piece.length));

let seed = 1;
/** Words that no document has twice. */
function randomWords(): string {
  let text = '';
  while (text.length < LENGTH - 10) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += `${seed.toString(36)} `;
  }
  return text;
}

const row = '| *c* | `d` | e | f |\n';
const tables = `| a | b | c | d |\n|-|-|-|-|\n${row.repeat(200)}\n`.repeat(40);

/** The most expensive documents that the bounds allow, of four kinds. */
export const SLOW_DOCUMENTS: readonly (() => string)[] = [
  () => '# a\n'.repeat(49_000).slice(0, LENGTH),
  () => `${filled('[^1] ')}\n\n[^1]: b`,
  randomWords,
  () => tables.slice(0, LENGTH),
];

/** HTML as long as an entry of the feed may be. */
export const FEED_DOCUMENT = '`a` **b** '.repeat(930);

/** Every document has most of the words that are searched for. */
export const SEARCHED = Array.from({ length: 24 }, (_, n) => `word${n}`);
export const searchable = (): string =>
  Array.from({ length: 27_000 }, (_, n) => `word${(n * 7) % 3_000}`)
    .join(' ')
    .slice(0, LENGTH);
