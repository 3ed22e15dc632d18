const BYTES = 4_096;
const SEED = 20_261_121;
const WORDS =
  'account answer archive book carries change column commit desk draft editor every field figure first heading index journal known letter limit machine margin never note number order page paper press print proof public question reader record release revision search second section sentence source table title total under version window word write year'.split(
    ' ',
  );

/** Makes a generator of random numbers in [0, 1), which are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes 4 KiB of Markdown as assistants write it: headings, paragraphs, emphasis, links, lists, a table, code. */
export function markdown(seed = SEED): string {
  const random = seeded(seed);
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)]!;
  const words = (count: number): string => Array.from({ length: count }, word).join(' ');
  const blocks = [
    () => `## ${words(4)}`,
    () =>
      `${words(30)}, **${words(2)}** ${words(12)}. ${words(18)} [${words(2)}](https://example.org/${word()}).`,
    () => Array.from({ length: 4 }, () => `- ${words(6)}`).join('\n'),
    () => `${words(40)}. _${words(3)}_ ${words(9)} \`${word()}\`.`,
    () => `| ${word()} | ${word()} |\n| --- | --- |\n| ${words(2)} | ${words(3)} |`,
    () => `\`\`\`json\n{ "${word()}": "${words(3)}" }\n\`\`\``,
  ];
  let text = `# ${words(5)}`;
  for (let index = 0; text.length < BYTES; index += 1) {
    text += `\n\n${blocks[index % blocks.length]!()}`;
  }
  return text.slice(0, BYTES);
}

/** The searched words. `markdown()` contains all of them. */
export const SEARCHED_WORDS: readonly string[] = WORDS;
