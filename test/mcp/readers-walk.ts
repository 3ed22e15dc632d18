import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import type { SharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { rpc, toolCall } from '../setup/rpc.js';

/** What a walk saw. */
export interface Walked {
  /** The calls whose answers held something that no reader may see, and what it was. */
  readonly leaks: readonly string[];
  /** Number of answers by outcome. */
  readonly answers: Record<'read' | 'found' | 'listed' | 'refused', number>;
}

interface Written {
  readonly id: string;
  readonly slug: string;
  /** The word of each version, in its title, text, tags and change note. */
  readonly words: string[];
  version: number;
}

const one = <T>(of: readonly T[]): T => of[randomInt(of.length)]!;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
/** Most documents of the writer; enough that many are read at each of their states. */
const DOCUMENTS = 25;

const fieldsOf = (word: string) => ({
  title: `Title ${word}`,
  content: `## Heading ${word}\n\nCommon text about ${word}.`,
  tags: [word],
  changeNote: `note${word}`,
});

/**
 * Calls the tools of readers at random, also by addresses and words of drafts, while a writer creates, changes, releases
 * and withdraws documents. Each version has a word of its own. A word is secret until its release is asked for, and
 * again for calls that begin after a withdrawal of its document.
 */
export async function walk(desk: SharedDesk, calls: number): Promise<Walked> {
  const secret = new Set<string>();
  const documents: Written[] = [];
  const leaks: string[] = [];
  const answers = { read: 0, found: 0, listed: 0, refused: 0 };
  let isOver = false;

  const newWord = (): string => {
    const word = `w${randomInt(1e12).toString(36)}x`;
    secret.add(word).add(`note${word}`);
    return word;
  };

  async function write(): Promise<void> {
    const { api } = desk;
    if (documents.length < DOCUMENTS) {
      const word = newWord();
      const { body } = await api.create(newDocument(fieldsOf(word)));
      if (documents.length % 2 === 0) {
        secret.delete(word);
        await api.publish(body.id, { expectedVersion: 1 }, WAIT);
      }
      documents.push({ id: body.id, slug: body.slug, words: [word], version: 1 });
      return;
    }
    const document = one(documents);
    const { id, words, version } = document;
    const step = randomInt(10);
    if (step < 5) {
      const word = newWord();
      const { status } = await api.update(id, { expectedVersion: version, ...fieldsOf(word) });
      expect(status).toBe(200);
      words.push(word);
      document.version += 1;
    } else if (step < 9) {
      secret.delete(words.at(-1)!);
      await api.publish(id, { expectedVersion: version }, WAIT);
    } else {
      await operator(
        desk.databaseUrl,
        'publications',
        'withdraw',
        id,
        '--reason',
        'notwalked',
      ).catch(() => {});
      for (const word of words) secret.add(word);
    }
  }

  const known = () => (documents.length === 0 ? undefined : one(documents));
  function wish(): readonly [string, object] {
    const document = known();
    const word = document ? one(document.words) : 'common';
    const q = one([word, 'common text', `note${word}`, 'heading', 'title']);
    const tag = one([undefined, undefined, word]);
    const suffix = one(['', '', '.md', '@1', `@${randomInt(1, 9)}`, '/']);
    const url = one([
      `/en/${document?.slug ?? 'none'}${suffix}`,
      `/en/${word}`,
      document?.id ?? '/',
    ]);
    const part = one([
      {},
      { view: 'outline' },
      { view: 'summary' },
      { find: word },
      { section: `s-heading-${word}` },
      { offset: randomInt(40), length: randomInt(1, 40) },
    ]);
    return one([
      ['search_documents', { q, tag }],
      ['read_document', { url, ...part }],
      ['read_document', { url, ...part }],
      ['list_documents', { tag, locale: one(['en', undefined]), limit: randomInt(1, 30) }],
    ]);
  }

  async function read(): Promise<void> {
    const [tool, args] = wish();
    const hidden = new Set(secret);
    const headers = { 'X-Request-Id': 'walk', 'X-Forwarded-For': `203.0.113.${randomInt(256)}:1` };
    const { status, text, message } = await rpc(
      desk.url,
      undefined,
      toolCall(tool, args),
      headers,
      '/mcp/public',
    );
    expect(status).toBe(200);
    const told = [...text.matchAll(/(?:note)?w[0-9a-z]+x/g)].map(([word]) => word);
    for (const word of told) {
      // A word that stays secret may not be in the answer; one whose release began meanwhile may.
      if (hidden.has(word) && secret.has(word))
        leaks.push(`${tool} ${JSON.stringify(args)}: ${word}`);
    }
    if (UUID.test(text.replaceAll(/document-[0-9a-f-]{36}/g, '')) || text.includes(desk.key)) {
      leaks.push(`${tool} ${JSON.stringify(args)}: an id or a key: ${text}`);
    }
    const { isError, structuredContent } = message.result as {
      isError?: true;
      structuredContent: { items?: unknown[] };
    };
    if (isError) answers.refused += 1;
    else if (tool === 'read_document') answers.read += 1;
    else if (structuredContent.items!.length > 0)
      answers[tool === 'list_documents' ? 'listed' : 'found'] += 1;
  }

  const writing = (async () => {
    while (!isOver) await write();
  })();
  await expect.poll(() => documents.length, { timeout: 60_000 }).toBe(DOCUMENTS);
  let left = calls;
  const readers = Array.from({ length: 4 }, async () => {
    for (; left > 0; left -= 1) await read();
  });
  await Promise.all(readers).finally(() => (isOver = true));
  await writing;
  return { leaks, answers };
}
