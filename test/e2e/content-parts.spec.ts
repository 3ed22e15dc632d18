import { afterAll, describe, expect, it } from 'vitest';
import { overHttp, overMcp } from '../mcp/interfaces.js';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { type Assistant, assistant } from '../setup/mcp.js';

const desk = await sharedPair();
const assistants: Assistant[] = [];
afterAll(() => Promise.all(assistants.map((someone) => someone.close())));

/** A heading has four parts. */
const HEADING = '# a\n';
const [WITHIN, BEYOND] = [HEADING.repeat(24_000), HEADING.repeat(26_000)];
const RULE =
  'must have at most 100,000 Markdown parts, such as headings, list items, table cells and marks; split the document';

const callers = {
  http: () => Promise.resolve(overHttp(desk.api)),
  async mcp() {
    const someone = await assistant(desk.url, desk.key, 'modern');
    assistants.push(someone);
    return overMcp(someone);
  },
};

const refused = (field: string, message: string) => ({
  status: 422,
  code: 'validation_failed',
  details: { errors: [{ field, message }] },
});

describe.each(Object.entries(callers))(
  '[2.content-parts] content with too many parts, over %s',
  (_, connect) => {
    it('is refused in a create, in an update and as the result of edits; nothing is written', async () => {
      const caller = await connect();
      const create = await caller.create(newDocument({ content: BEYOND }));
      expect(create).toMatchObject(refused('content', RULE));
      const { id } = await caller.create(newDocument({ content: WITHIN }));
      const update = await caller.update(id, { expectedVersion: 1, content: BEYOND });
      expect(update).toMatchObject(refused('content', RULE));
      const edits = [{ append: HEADING.repeat(2_000) }];
      const edited = await caller.update(id, { expectedVersion: 1, edits });
      const made = `must leave valid content: content ${RULE}`;
      expect(edited).toMatchObject(refused('edits', made));
      expect(await caller.read(id)).toMatchObject({ status: null, version: 1 });
    });
  },
);
