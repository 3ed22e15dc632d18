import { Injectable } from '@nestjs/common';
import { Semaphore } from '../platform/concurrency/semaphore.js';
import { Threads } from '../platform/threads/threads.service.js';
import type { SnippetPart, SnippetWord } from './snippet.js';
import { type SnippetsAsked, snippetTasks, type TextToCut } from './snippet-task.js';

/** Number of texts that are in memory at the same time. A text has up to 200,000 characters. */
const TEXTS = 10;
/** Texts of so many characters together are cut at once, in about 1 ms: a thread would not be faster. */
const SHORT = 50_000;

/**
 * Makes the snippets of an answer; those of long texts in a thread, because their words take many milliseconds. The texts of one answer
 * are in memory at a time; accounts, and the site, take turns.
 */
@Injectable()
export class Snippets {
  private readonly turns = new Semaphore({ max: 1 });

  constructor(private readonly threads: Threads) {}

  /**
   * Reads the texts of documents, ten at a time, and returns them with the snippet of each.
   * @param read reads the texts of some of the documents
   * @throws Problem `unavailable` if the turn does not come in time, or the snippets take too long
   */
  of<Text extends TextToCut>(
    account: string,
    words: readonly SnippetWord[],
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<readonly Text[]>,
  ): Promise<(readonly [text: Text, snippet: readonly SnippetPart[]])[]> {
    return this.turns.run(async () => {
      const all: (readonly [Text, readonly SnippetPart[]])[] = [];
      for (let start = 0; start < ids.length; start += TEXTS) {
        const found = await read(ids.slice(start, start + TEXTS));
        const texts = found.map(({ locale, body }) => ({ locale, body }));
        const snippets = await this.cut({ words, texts }, account);
        all.push(...found.map((text, place) => [text, snippets[place]!] as const));
      }
      return all;
    }, account);
  }

  private async cut(asked: SnippetsAsked, account: string) {
    const length = asked.texts.reduce((sum, { body }) => sum + body.length, 0);
    if (length <= SHORT) return snippetTasks.snippets(asked);
    return this.threads.forRequest('snippets', asked, { account });
  }
}
