import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from './documents.js';

const DOCS = join(import.meta.dirname, '../../docs');

/**
 * For each word in the pages of `docs/`, a list of the words that follow it, with repetitions. A walk from word to word
 * has the words and the repetitions of English prose, so the text compresses like prose. No two walks are the same.
 */
const followers = new Map<string, string[]>();

for (const name of readdirSync(DOCS).filter((each) => each.endsWith('.md'))) {
  const text = readFileSync(join(DOCS, name), 'utf8').replace(/^```[^]*?^```$|^[|#].*$/gm, '');
  const words = text.match(/(?<=\s)[\p{L}\d][\p{L}\d'-]*[,.;:]?(?=\s)/gu) ?? [];
  words.forEach((word, place) => {
    const next = words[place + 1] ?? words[0]!;
    followers.set(word, [...(followers.get(word) ?? []), next]);
  });
}

const STARTS = [...followers.keys()];

/** Makes Markdown of at most `bytes` bytes: paragraphs with links and emphasis, lists, headings, code and tables. */
export function prose(seed: number, bytes: number): string {
  const random = seeded(seed);
  const oneOf = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!;
  let last = oneOf(STARTS);
  const words = (count: number): string =>
    Array.from({ length: count }, () => (last = oneOf(followers.get(last)!))).join(' ');
  const blocks = [
    () => `${words(60)} **${words(2)}** ${words(30)}`,
    () => `${words(40)} [${words(3)}](https://example.org/${1 + Math.floor(random() * 9_999)}).`,
    () => Array.from({ length: 4 }, () => `- ${words(9)}`).join('\n'),
    () => `## ${words(4)}`,
    () =>
      `\`\`\`js\nconst found = await search('${words(3)}', { limit: ${Math.floor(random() * 99)} });\n\`\`\``,
    () =>
      `| Name | Value |\n| --- | --- |\n| ${words(2)} | ${words(3)} |\n| ${words(2)} | ${words(3)} |`,
  ];
  let text = words(20);
  for (let index = 0; Buffer.byteLength(text) < bytes; index += 1) {
    text += `\n\n${blocks[index % blocks.length]!()}`;
  }
  return Buffer.from(text).subarray(0, bytes).toString().replace('\uFFFD', ' ').trimEnd();
}

/** Makes a title of a few words. */
export const proseTitle = (seed: number): string => prose(-seed, 40);
