import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';

const desk = await sharedDesk();
const reader = await assistant(desk.url, desk.key, 'modern');
const { key: writeOnly } = await desk.caller({ scopes: ['write'] });
const writer = await assistant(desk.url, writeOnly, 'modern');
afterAll(() => Promise.all([reader.close(), writer.close()]));

interface Warned {
  readonly id: string;
  readonly version: number;
  readonly note: string;
  readonly content: string;
  readonly warnings?: readonly {
    readonly code: string;
    readonly section?: string;
    readonly excerpt: string;
    readonly nextStep: string;
  }[];
}

async function call(name: string, args: object, who = reader): Promise<Warned> {
  const { text } = await who.call(name, { idempotencyKey: randomUUID(), ...args });
  return JSON.parse(text) as Warned;
}

type Edit = readonly [find: string, replace: string];

/** Drafts with one planted fault each, and the edit that `nextStep` asks for. */
const PLANTED: [code: string, content: string, ...edits: Edit[]][] = [
  [
    'leaked_reasoning',
    'Tea grows.\n\n<think>Now the end.</think>',
    ['\n\n<think>Now the end.</think>', ''],
  ],
  ['hidden_text', 'Tea\u200b grows.', ['Tea\u200b', 'Tea']],
  [
    'whole_text_in_fence',
    '```markdown\n# Tea\n\nTea grows.\n```',
    ['```markdown', ''],
    ['\n```', ''],
  ],
];

describe('warnings over MCP', () => {
  it.each(PLANTED)(
    '[16.mcp] name %s after a create, and nothing after one update with the edit',
    async (code, content, ...edits) => {
      const made = await call('create_publication', newDocument({ content }));
      // Under load the write does not wait long enough; then the read has them.
      const seen = made.warnings ? made : await read(made.id);
      if (!made.warnings)
        expect(made.note).toContain('This version has not been checked for warnings yet');
      expect(seen.warnings!.map((warning) => warning.code)).toEqual([code]);
      expect(seen.note).toContain(`1 warning: ${code}.`);
      expect(seen.warnings![0]!.nextStep).toMatch(/^[A-Z].+\.$/);
      const { id } = made;
      const sent = edits.map(([find, replace]) => ({ find, replace }));
      await call('update_publication', { id, expectedVersion: 1, edits: sent });
      const { warnings, content: clean } = await read(id);
      expect([warnings, clean.trim()]).toEqual([
        [],
        expect.stringMatching(/^(?:# Tea\s+)?Tea grows\.$/),
      ]);
    },
  );

  it('[16.mcp] are not in the answer to a key without read, where they are in the answer to another', async () => {
    const content = '[Insert text here]';
    // Under load, a write does not always wait long enough.
    for (let isSeen = false, tries = 0; !isSeen && tries < 20; tries += 1) {
      const [others, own] = await Promise.all(
        [writer, reader].map((who) => call('create_publication', newDocument({ content }), who)),
      );
      expect(others).not.toHaveProperty('warnings');
      isSeen = own!.warnings !== undefined;
      if (tries === 19) expect(isSeen).toBe(true);
    }
  });
});

/** Reads a publication as soon as its working revision is indexed. */
async function read(id: string): Promise<Warned> {
  const one = async () => JSON.parse((await reader.call('get_publication', { id })).text) as Warned;
  await expect.poll(async () => (await one()).warnings, { timeout: 20_000 }).toBeInstanceOf(Array);
  return one();
}
