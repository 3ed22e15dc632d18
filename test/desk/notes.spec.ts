import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { NoteDto } from '../../src/publications/dto/note.dto.js';
import { newDocument } from '../setup/document.js';
import { sharedDesk } from '../setup/desk.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { assistant } from '../setup/mcp.js';
import { newPerson, type DeskPage } from './person.js';

const CONTENT = `## Harvest

The harvest began in **May** this year. Fu\u200bel and fuel.

## Figures

The tons of the harvest.
`;

const desk = await sharedDesk();
const person = await newPerson(desk, desk.accountId);

const offered = async (content = CONTENT): Promise<string> => {
  const document = newDocument({ content, title: 'The quinces', intent: 'review' });
  return expectAccepted(await desk.api.create(document), 201).id;
};

const noted = async (id: string, form: Readonly<Record<string, string>>): Promise<DeskPage> => {
  const hidden = await person.form(`/desk/${id}/notes`, `/desk/${id}/notes`);
  return person.post(`/desk/${id}/notes`, { ...hidden, place: 'content', text: 'Why?', ...form });
};

interface Notes {
  readonly openNotes: number;
  readonly notes: readonly NoteDto[];
}
const notesOf = async (id: string, query = 'view=notes'): Promise<Notes> => {
  const answer = await desk.api.request('GET', `/api/v1/publications/${id}?${query}`);
  return expectAccepted(answer, 200) as unknown as Notes;
};

it('[13.notes] [13.notes-instead] [4.view-notes] [4.open-notes] [2.answered-notes] two notes send a version back, one is answered, one stays open and is closed', async () => {
  const id = await offered();
  const first = {
    place: '#s-harvest',
    quote: 'began in\nMay this',
    text: 'May or June?\nAsk them.',
  };
  const form = await person.form(`/desk/${id}/notes?section=s-harvest`, `/desk/${id}/notes`);
  for (let sent = 1; sent <= 2; sent += 1) {
    const { status, headers } = await person.post(`/desk/${id}/notes`, { ...form, ...first });
    expect([status, headers.get('Location')]).toEqual([303, `/desk/${id}#desk-notes`]);
  }
  expect((await noted(id, { place: 'title', text: 'Too short' })).status).toBe(303);
  const back = await person.form(`/desk/${id}`, `/desk/${id}/send-back`);
  expect((await person.post(`/desk/${id}/send-back`, { ...back, note: '' })).status).toBe(303);

  const { openNotes, notes } = await notesOf(id);
  expect(openNotes).toBe(2);
  const of = { version: 1, by: 'Ada Example', at: expect.any(String) as string, answeredIn: null };
  const [one, other] = notes as [NoteDto, NoteDto];
  expect(notes).toEqual([
    {
      ...of,
      id: one.id,
      field: 'content',
      section: 's-harvest',
      quote: 'began in May this',
      quoteStands: true,
      text: 'May or June?\nAsk them.',
    },
    {
      ...of,
      id: other.id,
      field: 'title',
      section: null,
      quote: null,
      quoteStands: null,
      text: 'Too short',
    },
  ]);
  for (const view of ['summary', 'outline', 'changes', 'history', 'preview'])
    expect(await notesOf(id, `view=${view}`)).toMatchObject({ openNotes: 2 });
  expect((await desk.api.read(id)).body).not.toHaveProperty('openNotes');

  const host = await assistant(desk.url, desk.key, 'modern');
  const read = await host.call('get_publication', { id, view: 'summary' });
  expect(read.body).toMatchObject({
    openNotes: 2,
    note: expect.stringContaining(
      '2 notes of approvers are open: get_publication with view notes shows them, and update_publication with answeredNotes answers them.',
    ) as string,
  });
  expect((await host.call('get_publication', { id, view: 'notes' })).body).toMatchObject({ notes });
  await host.close();

  const change = { content: CONTENT.replace('May', 'June'), intent: 'review' };
  const answer = { expectedVersion: 1, ...change, answeredNotes: [one.id] };
  expectRefusal(
    await desk.api.update(id, { ...answer, expectedVersion: 2 }),
    409,
    'version_conflict',
  );
  const foreign = await offered();
  expect((await noted(foreign, {})).status).toBe(303);
  const [theirs] = (await notesOf(foreign)).notes;
  for (const unknown of [theirs!.id, randomUUID()]) {
    const answeredNotes = [one.id, unknown];
    const refused = await desk.api.update(id, { ...answer, answeredNotes });
    expectRefusal(refused, 422, 'validation_failed');
    expect(refused.body.details.errors).toEqual([
      { field: 'answeredNotes[1]', message: expect.stringContaining('view `notes`') as string },
    ]);
  }
  expect(await notesOf(id, 'view=summary')).toMatchObject({ openNotes: 2 });
  expect(await notesOf(foreign, 'view=summary')).toMatchObject({ openNotes: 1 });
  const key = randomUUID();
  expectAccepted(await desk.api.update(id, answer, { key }), 200);
  const replay = await desk.api.update(id, answer, { key });
  expect(replay.headers.get('Idempotent-Replayed')).toBe('true');
  const { answeredNotes: _, ...without } = answer;
  expectRefusal(await desk.api.update(id, without, { key }), 422, 'idempotency_key_reused');

  const after = await notesOf(id);
  expect(after.openNotes).toBe(1);
  expect(after.notes).toMatchObject([
    { id: other.id, answeredIn: null },
    { id: one.id, answeredIn: 2, quoteStands: false },
  ]);
  expect(await notesOf(id, 'view=history')).toMatchObject({
    history: [
      { version: 2, answeredNotes: [one.id] },
      { version: 1, answeredNotes: [] },
    ],
  });
  const page = await person.open(`/desk/${id}`);
  expect(page.text).toMatch(/Open<\/strong\s*>/);
  expect(page.text).toMatch(/<a href="#s-harvest"><bdi lang="en">§ Harvest<\/bdi><\/a>/);
  expect(page.text).toContain('Answered in version 2');
  expect(page.text).toContain('The quote no longer occurs in this place.');
  const close = `/desk/${id}/notes/${other.id}/close`;
  const closing = await person.form(`/desk/${id}`, close);
  for (let sent = 1; sent <= 2; sent += 1)
    expect((await person.post(close, closing)).status).toBe(303);
  const closed = await notesOf(id);
  expect(closed).toMatchObject({ openNotes: 0, notes: [{ id: one.id }] });
  expect((await person.open(`/desk/${id}`)).text).toMatch(/Closed by <bdi>Ada Example<\/bdi>/);
});

it.each([
  ['a quote that occurs twice', { quote: 'harvest' }, 422, 'occurs 2 times'],
  ['a quote that occurs elsewhere', { place: '#s-figures', quote: 'began' }, 422, 'does not occur'],
  ['a quote of 301 characters', { quote: 'a'.repeat(301) }, 422, '1 to 300 characters'],
  ['a section that vanished', { place: '#sales' }, 422, 'no such section'],
  ['a text of 1,001 characters', { text: 'a'.repeat(1_001) }, 422, '1 to 1000 characters'],
  ['a text without visible characters', { text: '\u200b' }, 422, 'visible character'],
  ['an unknown place', { place: 'price' }, 400, 'incomplete'],
  ['a form without its key', { key: '' }, 400, 'incomplete'],
  ['a form without its token', { token: '' }, 403, 'another session'],
  ['a version that moved on', { version: '2' }, 409, 'the document is at version 1 now'],
] as const)(
  '[13.notes-refused] [13.typed-kept] %s makes no note, and the page has what was typed',
  async (_, form, status, said) => {
    const id = await offered();
    const refused = await noted(id, form);
    expect([refused.status, refused.text.includes(said)]).toEqual([status, true]);
    const { text = 'Why?', quote = '' } = form as Partial<Record<string, string>>;
    for (const typed of [text, quote]) expect(refused.text).toContain(typed);
    expect(await notesOf(id)).toMatchObject({ openNotes: 0, notes: [] });
  },
);

it('[13.notes-quote] hidden characters make no difference to a quote, named or not', async () => {
  for (const quote of ['Fu\u200bel and', 'Fuel and', 'FuZWSPel and']) {
    const id = await offered();
    expect([quote, (await noted(id, { quote, text: 'a'.repeat(1_000) })).status]).toEqual([
      quote,
      303,
    ]);
    expect((await notesOf(id)).notes).toMatchObject([{ quoteStands: true }]);
  }
});

it('[13.notes-quote] links and footnotes of a quote may be defined in another section', async () => {
  const id = await offered(
    '## One\n\nSee [the list][1] and this[^a] here.\n\n## Two\n\n[1]: /b\n[^a]: A note.',
  );
  const quote = 'See the list and this here.';
  expect((await noted(id, { place: '#s-one', quote })).status).toBe(303);
  expect((await person.open(`/desk/${id}/notes?section=s-one`)).text).toContain(quote);
});

it('[13.notes-bound] the 101st note is refused until one is closed; a send-back without note and notes, too', async () => {
  const id = await offered();
  const back = await person.form(`/desk/${id}`, `/desk/${id}/send-back`);
  expect((await person.post(`/desk/${id}/send-back`, { ...back, note: '' })).status).toBe(422);
  await sql(
    desk.databaseUrl,
    `INSERT INTO note (id, publication_id, version, field, text, approver_id, noted_by)
     SELECT gen_random_uuid(), '${id}', 1, 'content', 'Note', 'x', 'Ada' FROM generate_series(1, 99)`,
  );
  const answers = await Promise.all([1, 2, 3].map(() => noted(id, {})));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(2);
  const { notes } = await notesOf(id);
  expect(notes).toHaveLength(100);
  const close = `/desk/${id}/notes/${notes[0]!.id}/close`;
  await person.post(close, await person.form(`/desk/${id}`, close));
  expect((await noted(id, {})).status).toBe(303);
  const stranger = await desk.caller();
  const other = await newPerson(desk, stranger.accountId);
  expect((await other.open(`/desk/${id}/notes`)).status).toBe(404);
  const own = await other.form('/desk', '/desk/sign-out');
  expect((await other.post(`/desk/${id}/notes/${notes[1]!.id}/close`, own)).status).toBe(404);
});
