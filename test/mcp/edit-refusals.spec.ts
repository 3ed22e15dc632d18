import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Edit } from '../../src/documents/edits.js';
import type { AnswerBody } from '../setup/client.js';
import { sharedPair, type SharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant, type Assistant } from '../setup/mcp.js';
import { expectAccepted, expectProblem, expectRefusal } from '../setup/refusal.js';

const CONTENT = [
  '# Guide',
  '',
  'The quick brown fox jumps.',
  '',
  '## One',
  '',
  'same',
  '',
  '## Two',
  '',
  ...Array.from({ length: 25 }, () => 'same'),
  '',
].join('\n');

const NOT_FOUND = { reason: 'not_found', occurrences: 0 };
const unknown = (index: number) => ({
  index,
  reason: 'unknown_section',
  occurrences: 0,
  lines: [],
  likeliest: 's-two',
});
const LINES_20 = Array.from({ length: 19 }, (_, at) => at + 11);

/** Edits that cannot be made, and the details of the refusal for each of them. */
const CASES: readonly (readonly [name: string, edits: readonly Edit[], faults: object[]])[] = [
  [
    'a text that does not occur, with the most similar line',
    [{ find: 'The quick brown dog jumps.', replace: '' }],
    [{ index: 0, ...NOT_FOUND, lines: [3] }],
  ],
  [
    'a text that is similar to no line, with the first line',
    [{ find: '말', replace: '', all: true }],
    [{ index: 0, ...NOT_FOUND, lines: [1] }],
  ],
  [
    'a text that is not in its section',
    [{ section: 's-one', find: 'fox', replace: '' }],
    [{ index: 0, ...NOT_FOUND, lines: [5] }],
  ],
  [
    'a text that occurs often, with at most 20 lines',
    [{ find: 'same', replace: '' }],
    [
      {
        index: 0,
        reason: 'ambiguous',
        occurrences: 26,
        lines: [7, ...LINES_20],
        sections: ['s-one', 's-two'],
      },
    ],
  ],
  [
    'an unknown section, in every kind of edit',
    [
      { section: 's-three', append: 'a' },
      { section: 's-three', replace: 'a' },
      { section: 's-three', find: 'same', replace: 'a' },
    ],
    [0, 1, 2].map(unknown),
  ],
  [
    'edits that overlap, each with the other',
    [
      { section: 's-one', replace: 'a' },
      { append: 'fine' },
      { find: 'same', replace: 'b', all: true },
    ],
    [
      { index: 0, reason: 'overlap', occurrences: 1, lines: [5], with: 2 },
      { index: 2, reason: 'overlap', occurrences: 26, lines: [7, ...LINES_20], with: 0 },
    ],
  ],
  [
    'several faults together',
    [
      { find: 'fox', replace: 'cat' },
      { find: 'zebra', replace: '' },
      { section: 's-three', append: 'a' },
    ],
    [{ index: 1, ...NOT_FOUND, lines: [7] }, unknown(2)],
  ],
];

let desk: SharedPair;
let id: string;
beforeAll(async () => {
  desk = await sharedPair();
  const document = newDocument({ title: 'Guide', content: CONTENT });
  ({ id } = expectAccepted(await desk.api.create(document), 201));
});

describe('edits that cannot be made', () => {
  it.each(CASES)(
    '[6.edit-failed] [2.edit-failed-details] are refused over HTTP with their details: %s',
    async (_, edits, faults) => {
      const answer = await desk.api.update(id, { expectedVersion: 1, edits });
      await expectProblem(answer, 422, 'edit_failed', desk.url);
      expect(answer.body.details).toEqual({ edits: faults });
      expect(JSON.stringify(answer.body)).not.toMatch(/quick|zebra|s-three|말/);
      expect(answer.body.nextStep).toContain('Idempotency-Key');
    },
  );
});

describe('edits that cannot be made, over MCP', () => {
  let someone: Assistant;
  beforeAll(async () => {
    someone = await assistant(desk.url, desk.key, 'modern');
  });
  afterAll(() => someone.close());

  const update = (edits: readonly Edit[], more: object = {}) => {
    const call = { id, expectedVersion: 1, idempotencyKey: randomUUID(), edits, ...more };
    return someone.call('update_publication', call);
  };

  it.each(CASES)(
    '[6.edit-failed] [2.edit-failed-details] [8.refusal-result] are refused as over HTTP: %s',
    async (_, edits, faults) => {
      const overHttp = (await desk.api.update(id, { expectedVersion: 1, edits })).body;
      const { isError, structured, body } = await update(edits);
      expect({ isError, structured }).toEqual({ isError: true, structured: undefined });
      const differ = {
        nextStep: expect.stringMatching(/^For [a-z_]+, .* Then call the tool again/) as string,
        requestId: expect.any(String) as string,
      };
      expect(body).toEqual({ ...overHttp, ...differ, details: { edits: faults } });
      expect(body.nextStep).toContain('idempotencyKey');
    },
  );

  it('[5.order-edits] are refused with version_conflict for a stale version, even if they have other faults, and are refused if the result is empty', async () => {
    const stale = await update([{ find: 'nowhere', replace: '' }], { expectedVersion: 7 });
    expect(stale.body).toMatchObject({ code: 'version_conflict', details: { currentVersion: 1 } });
    expect(stale.body.nextStep).toContain('get_publication');
    const empty = await update([{ section: 's-guide', replace: '' }]);
    expect(empty.body.code).toBe('validation_failed');
    expect(empty.body.details.errors).toMatchObject([{ field: 'edits' }]);
  });

  it('[2.edits-scope] are refused with insufficient_scope for a key without read', async () => {
    const { key } = await desk.caller({ account: desk.accountId, scopes: ['write'] });
    const writer = await assistant(desk.url, key, 'modern');
    const edits = [{ find: 'fox', replace: 'cat' }];
    const call = { id, expectedVersion: 1, idempotencyKey: randomUUID(), edits };
    for (const args of [call, { id, expectedVersion: 1, edits: [] }]) {
      const { isError, body } = await writer.call('update_publication', args);
      expect(isError).toBe(true);
      expect(body as AnswerBody).toMatchObject({
        code: 'insufficient_scope',
        details: { requiredScope: 'read', grantedScopes: ['write'] },
      });
    }
    await writer.close();
  });
});

describe('16 concurrent edits of one version', () => {
  it('[5.version-one-wins] have one winner over both interfaces, and the same outcome when repeated', async () => {
    const created = await desk.api.create(newDocument({ content: 'one' }));
    const { id: document } = expectAccepted(created, 201);
    const someone = await assistant(desk.otherUrl, desk.key, 'auto');
    const bodies = Array.from({ length: 16 }, (_, index) => ({
      key: randomUUID(),
      body: { expectedVersion: 1, edits: [{ find: 'one', replace: `number ${index}` }] },
    }));
    const send = async ({ key, body }: (typeof bodies)[number], index: number) => {
      if (index % 2 === 0) return (await desk.api.update(document, body, { key })).body;
      const call = { id: document, idempotencyKey: key, ...body };
      return (await someone.call('update_publication', call)).body;
    };
    const answers = await Promise.all(bodies.map(send));
    const won = answers.findIndex(({ version }) => version === 2);
    expect(answers.filter(({ version }) => version === 2)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'version_conflict')).toHaveLength(15);
    const again = await Promise.all(bodies.map(send));
    expect(again[won]).toMatchObject({ version: 2 });
    expect(again.filter(({ code }) => code === 'version_conflict')).toHaveLength(15);
    await someone.close();
    const { body } = await desk.api.read(document);
    expect(body).toMatchObject({ version: 2, content: `number ${won}` });
    expectRefusal(await desk.api.update(document, bodies[0]!.body), 409, 'version_conflict');
  });
});
