import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { PublicationViewDto } from '../../src/publications/dto/publication-view.dto.js';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { expectAccepted } from '../setup/refusal.js';

const desk = await sharedPair();

/** Content of 178,000 characters: 80 sections in several scripts. */
const LONG = Array.from({ length: 80 }, (_, index) =>
  [`## Section ${index}`, '', 'Words and 말과 言葉. '.repeat(130), '', ''].join('\n'),
)
  .join('')
  .slice(0, 199_000);

/** Content with many long headings, in a script with three bytes per character. */
const HEADINGS = Array.from({ length: 40 }, (_, at) =>
  [`# ${at} ${'가'.repeat(60)}`, ...Array.from({ length: 10 }, () => `## ${'나'.repeat(60)}`)].join(
    '\n',
  ),
).join('\n');
const WORDY = { title: '말'.repeat(200), changeNote: '글'.repeat(300) };

const { id } = expectAccepted(await desk.api.create(newDocument({ content: LONG })), 201);
const withHeadings = newDocument({ ...WORDY, content: HEADINGS });
const { id: wordy } = expectAccepted(await desk.api.create(withHeadings), 201);
for (let expectedVersion = 1; expectedVersion < 40; expectedVersion += 1) {
  expectAccepted(await desk.api.update(wordy, { expectedVersion, ...WORDY }), 200);
}
const someone = await assistant(desk.url, desk.key, 'modern');
afterAll(() => someone.close());

const sources = (host: string) =>
  Array.from({ length: 50 }, (_, at) => `https://${host}/${at}/`.padEnd(2_000, 'a'));

/** The answer of get_publication. */
type View = Required<Pick<PublicationViewDto, 'content' | 'contentRange' | 'outline'>> & {
  readonly note: string;
  readonly version: number;
};

/** Counts the bytes of values as JSON. */
const bytesOf = (...values: unknown[]): number =>
  values.reduce<number>((sum, value) => sum + Buffer.byteLength(JSON.stringify(value)), 0);

const view = async (call: object): Promise<View> =>
  (await someone.call('get_publication', call)).body as unknown as View;

describe('an assistant with a long document', () => {
  it('[8.content-bounded] gets at most 40,000 bytes, and a note that says how to read on', async () => {
    let read = '';
    for (let offset = 0; ;) {
      const { content, contentRange, outline, note } = await view({ id, offset });
      expect(Buffer.byteLength(content)).toBeLessThanOrEqual(40_000);
      read += content;
      offset += contentRange.length;
      if (offset >= contentRange.total) break;
      expect(Buffer.byteLength(JSON.stringify(outline))).toBeLessThanOrEqual(8_000);
      expect(note).toContain(`offset ${offset},`);
    }
    expect(read).toBe(LONG);
  });

  it('[8.content-bounded] gets a note that repeats the section and the revision of the request', async () => {
    const part = { id, revision: 1, section: 's-section-3', length: 100 };
    const { note } = await view(part);
    expect(note).toContain(' with the same section, revision 1 and offset 100.');
    const whole = await view({ id, length: 100 });
    expect(whole.note).toContain(' with offset 100.');
  });

  it('[8.views-bounded] gets an outline and a history of at most 40,000 bytes each', async () => {
    const outlined = (await someone.call('get_publication', { id: wordy, view: 'outline' })).body;
    const { outline } = outlined as unknown as View;
    expect(Buffer.byteLength(JSON.stringify(outline))).toBeLessThanOrEqual(40_000);
    expect(outline.filter(({ level }) => level === 1)).toHaveLength(40);
    expect(outline.length).toBeGreaterThan(40);
    expect(outlined.note).toContain(` outline lists ${outline.length} of ${40 * 11} sections`);
    const versions: number[] = [];
    for (let revision = 40; revision > 0; revision = versions.at(-1)! - 1) {
      const answer = await someone.call('get_publication', {
        id: wordy,
        view: 'history',
        revision,
      });
      const { history, note } = answer.body as unknown as Required<PublicationViewDto> & View;
      expect(Buffer.byteLength(JSON.stringify(history))).toBeLessThanOrEqual(40_000);
      versions.push(...history.map(({ version }) => version));
      const last = versions.at(-1)!;
      if (last > 1) expect(note).toContain(` revision ${last - 1} `);
    }
    expect(versions).toEqual(Array.from({ length: 40 }, (_, at) => 40 - at));
  });

  it('[8.views-bounded] gets changes of at most 40,000 bytes, and a note that names the omitted fields', async () => {
    const document = newDocument({
      content: 'old "line"\n'.repeat(9_000),
      sources: sources('a.example'),
    });
    const { id: long } = expectAccepted(await desk.api.create(document), 201);
    const content = 'new "line"\n'.repeat(9_000);
    const change = { expectedVersion: 1, content, sources: sources('b.example') };
    expectAccepted(await desk.api.update(long, change), 200);
    const call = { id: long, view: 'changes', since: 1 };
    const { body } = await someone.call('get_publication', call);
    const { changes, note } = body as unknown as Required<PublicationViewDto> & View;
    expect(Buffer.byteLength(JSON.stringify(changes))).toBeLessThanOrEqual(40_000);
    expect(changes).toMatchObject({
      truncated: true,
      addedLines: 9_000,
      changedFields: ['content', 'sources'],
    });
    expect(changes.before).not.toHaveProperty('sources');
    expect(note).toContain(
      'These fields are too long for the answer, and are left out of `before` and `after`: sources.',
    );
    expect(note).toContain('To read a whole version, call get_publication with revision 2 or 1.');
  });

  it('[8.sources-bounded] gets at most 4,000 bytes of sources if it gives no length, and a note with the number of all sources', async () => {
    const all = sources('a.example');
    const created = await desk.api.create(newDocument({ sources: all }));
    const { id: sourced } = expectAccepted(created, 201);
    for (const part of [{ includeContent: true }, { view: 'outline' }, { view: 'history' }]) {
      const { body } = await someone.call('get_publication', { id: sourced, ...part });
      expect(body).toMatchObject({ sources: all.slice(0, 1) });
      expect(body['note']).toContain(
        'the first 1 of 50 sources. To get all sources, call get_publication with length 1',
      );
    }
    const { body } = await someone.call('get_publication', { id: sourced, length: 1 });
    expect(body).toMatchObject({ sources: all });
    expect(body).not.toHaveProperty('sourceCount');
  });

  it('[8.sources-bounded] gets at most 24,000 bytes of sources in a summary', async () => {
    const all = sources('a.example');
    const few = all.map((source) => source.slice(0, 100));
    const [whole, cut] = await Promise.all(
      [few, all].map(async (given) => {
        const { body } = await desk.api.create(newDocument({ sources: given }));
        return (await someone.call('get_publication', { id: body.id, view: 'summary' })).body;
      }),
    );
    expect(whole).toMatchObject({ sources: few });
    expect(cut).toMatchObject({ sources: all.slice(0, 11) });
    expect(cut!['note']).toContain('the first 11 of 50 sources');
  });

  it('[8.content-bounded] gets as much of the outline as fits into 8,000 bytes, and a note with the number of listed sections', async () => {
    const { outline, note } = await view({ id: wordy });
    const bytes = bytesOf(outline);
    expect(bytes).toBeLessThanOrEqual(8_000);
    // Each section takes less than 500 bytes, so less than 500 of the 8,000 bytes stay unused.
    expect(bytes).toBeGreaterThan(7_500);
    expect(note).toContain(` outline lists ${outline.length} of ${40 * 11} sections`);
  });

  it('[8.content-bounded] gets no note about an outline that is empty or complete', async () => {
    const plain = newDocument({ content: 'line\n'.repeat(10_000) });
    const lines = expectAccepted(await desk.api.create(plain), 201);
    const withoutSections = await view({ id: lines.id });
    expect(withoutSections.note).toMatch(/offset 40000\.$/);
    const whole = await view({ id, view: 'outline' });
    expect(whole.outline).toHaveLength(80);
    expect(whole.note).not.toContain(' outline ');
  });

  it('[8.content-bounded] gets a note about the sections of the outline only together with the outline', async () => {
    const bounded = await view({ id });
    expect(bounded.outline).not.toHaveLength(0);
    expect(bounded.note).toMatch(/offset \d+, or with the id of a section from the outline\./);
    const asked = await view({ id, length: 100 });
    expect(asked).not.toHaveProperty('outline');
    expect(asked.note).toMatch(/offset 100\.$/);
  });

  it('[8.outline-late] gets an answer without the outline, and a note that says so, if the outline is late', async () => {
    const long = newDocument({ content: '# a\n'.repeat(15_000) });
    const { id: crowded } = expectAccepted(await desk.api.create(long), 201);
    // The outline waits for its turn behind 150 others of the account. One key may not send so many requests.
    const account = desk.accountId;
    const keys = await Promise.all([1, 2, 3].map(() => desk.caller({ account })));
    const crowd = Array.from({ length: 150 }, (_, n) =>
      keys[n % 3]!.api.read(`${crowded}?view=outline`),
    );
    await Promise.race(crowd);
    const bounded = await view({ id });
    expect(bounded.content).not.toBe('');
    expect(bounded).not.toHaveProperty('outline');
    expect(bounded.note).toContain('The outline is left out, because it took too long to make.');
    await Promise.all(crowd);
  });

  it('[8.content-bounded] gets the whole content if it asks for a length of 200,000', async () => {
    const { body } = await someone.call('get_publication', { id, length: 200_000 });
    expect(body.content).toBe(LONG);
  });

  it('[8.change-costs-the-change] appends a paragraph with calls and answers of at most 24,000 bytes in all', async () => {
    const outlineCall = { id, view: 'outline' };
    const outline = await view(outlineCall);
    const section = outline.outline[2]!.id;
    const sectionCall = { id, section };
    const part = await view(sectionCall);
    const updateCall = {
      id,
      expectedVersion: outline.version,
      idempotencyKey: randomUUID(),
      edits: [{ section, append: 'A new paragraph.' }],
      changeNote: 'One more paragraph.',
    };
    const { isError, body: updated } = await someone.call('update_publication', updateCall);
    expect({ isError: isError ?? false, version: updated.version }).toEqual({
      isError: false,
      version: outline.version + 1,
    });
    const all = bytesOf(outlineCall, outline, sectionCall, part, updateCall, updated);
    expect(all).toBeLessThanOrEqual(24_000);
    expect(bytesOf(updateCall)).toBeLessThanOrEqual(2_000);
    expect(bytesOf(updated)).toBeLessThanOrEqual(2_000);
    const read = (await desk.api.read(id)).body.content;
    expect(read).toContain(`\n\nA new paragraph.\n\n## Section 3\n`);
    await desk.api.update(id, { expectedVersion: updated.version, content: LONG });
  });

  it('[8.include-content] gets no content with includeContent false, but still the outline', async () => {
    const { body } = await someone.call('get_publication', { id, includeContent: false });
    expect(body).not.toHaveProperty('content');
    const outline = { id, includeContent: false, view: 'outline' };
    expect((await someone.call('get_publication', outline)).body).toHaveProperty('outline');
  });
});
