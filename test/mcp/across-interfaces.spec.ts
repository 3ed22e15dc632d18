import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booksOf } from '../setup/books.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { type Assistant, assistant } from '../setup/mcp.js';
import { rpc, toolCall } from '../setup/rpc.js';

let desk: SharedDesk;
beforeAll(async () => {
  desk = await sharedDesk();
});

const books = () => booksOf(desk.databaseUrl, desk.accountId);

describe('a retry across HTTP and MCP', () => {
  let someone: Assistant;
  beforeAll(async () => {
    someone = await assistant(desk.url, desk.key, 'modern');
  });
  afterAll(() => someone.close());

  it('[5.idem-across-interfaces] over MCP finds the document that was created over HTTP', async () => {
    const key = randomUUID();
    const document = newDocument();
    const before = await books();
    // The answer is ignored, as if it were lost.
    await desk.api.create(document, { key });
    const retried = await someone.call('create_publication', { idempotencyKey: key, ...document });
    expect(retried).toMatchObject({ isError: false, replayed: true });
    const after = await books();
    expect(after).toEqual({
      ...before,
      publications: before.publications + 1,
      revisions: before.revisions + 1,
      records: before.records + 1,
      units: before.units + 1,
    });
    expect((await desk.api.read(retried.body.id)).body).toMatchObject(document);
  });

  it('[5.idem-across-interfaces] over HTTP finds the document that was created over MCP', async () => {
    const key = randomUUID();
    const document = newDocument();
    const before = await books();
    const made = await someone.call('create_publication', { idempotencyKey: key, ...document });
    const retried = await desk.api.create(document, { key });
    expect(retried.status).toBe(201);
    expect(retried.headers.get('Idempotent-Replayed')).toBe('true');
    expect(retried.body.id).toBe(made.body.id);
    expect((await books()).units).toBe(before.units + 1);
  });

  it('[2.id-case] finds an update whose id was sent in upper case', async () => {
    const key = randomUUID();
    const { body } = await desk.api.create(newDocument());
    const fields = { expectedVersion: 1, title: 'Changed' };
    const id = body.id.toUpperCase();
    const made = await someone.call('update_publication', { id, idempotencyKey: key, ...fields });
    expect(made.body).toMatchObject({ id: body.id, version: 2 });
    expect((await someone.call('get_publication', { id })).body.version).toBe(2);
    const retried = await desk.api.update(body.id, fields, { key });
    expect(retried.headers.get('Idempotent-Replayed')).toBe('true');
  });

  it('[5.idem-across-interfaces] also replays an update and a publish', async () => {
    const { body: created } = await desk.api.create(newDocument());
    const { id } = created;
    const update = { key: randomUUID(), fields: { expectedVersion: 1, title: 'Changed' } };
    await desk.api.update(id, update.fields, { key: update.key });
    const updated = await someone.call('update_publication', {
      id,
      idempotencyKey: update.key,
      ...update.fields,
    });
    expect(updated).toMatchObject({
      replayed: true,
      body: { version: 2, changedFields: ['title'] },
    });
    const publish = { id, expectedVersion: 2, idempotencyKey: randomUUID() };
    await someone.call('publish_publication', publish);
    const published = await desk.api.publish(
      id,
      { expectedVersion: 2 },
      { key: publish.idempotencyKey },
    );
    expect(published.headers.get('Idempotent-Replayed')).toBe('true');
  });

  it('[5.idem-mcp-wait-seconds] with a different waitSeconds is a replay, and shows the current state', async () => {
    const { body: created } = await desk.api.create(newDocument());
    const publish = { id: created.id, expectedVersion: 1, idempotencyKey: randomUUID() };
    const first = await someone.call('publish_publication', publish);
    expect(first.body.state).toBe('publishing');
    const again = await someone.call('publish_publication', { ...publish, waitSeconds: 30 });
    expect(again).toMatchObject({
      replayed: true,
      body: { state: 'published', indexStatus: 'ready' },
    });
  });
});

interface Written {
  readonly note: string;
  readonly warnings?: unknown;
}

it('[5.idem-mcp-replayed] a repeated call gets the answer of the first call, byte for byte except note and warnings', async () => {
  const call = toolCall('create_publication', { idempotencyKey: randomUUID(), ...newDocument() });
  const first = await rpc(desk.url, desk.key, call);
  const { id } = first.message.result!.structuredContent as { id: string };
  await desk.api.update(id, { expectedVersion: 1, title: 'Changed meanwhile' });
  const second = await rpc(desk.url, desk.key, call);
  expect(first.message.result).not.toHaveProperty('_meta');
  const { _meta, structuredContent: repeated } = second.message.result!;
  expect(_meta).toEqual({ 'imprimatur/replayed': true });
  const { note, warnings: _warnings, ...then } = repeated as Written;
  const {
    note: _,
    warnings: _seen,
    ...answer
  } = first.message.result!.structuredContent as Written;
  expect(JSON.stringify(then)).toBe(JSON.stringify(answer));
  expect(note).toMatch(
    /^This is the answer to the first call .*get_publication to read the present state/,
  );
});
