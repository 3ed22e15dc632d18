import { describe, expect, it } from 'vitest';
import { Imprimatur, ProblemError } from '../../clients/typescript/src/client.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { expectAccepted, expectProblem, expectRefusal } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;
const { id } = expectAccepted(await api.create(newDocument()), 201);
const path = `/api/v1/publications/${id}/publish`;

/** Sends a publish with this body, and these header fields besides the idempotency key. */
const publish = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  api.request('POST', path, { body, headers: { 'Idempotency-Key': '1', ...headers } });

describe('the detail of a refusal', () => {
  const wrong = { locale: 'en', slug: 'a', title: '', content: ' ', tags: [''], typo: 1 };

  it('[6.faults-named] names the first three faults, and how many more there are, at both interfaces and in the exception of the client', async () => {
    const answer = await api.create(wrong);
    await expectProblem(answer, 422, 'validation_failed', desk.url);
    const someone = await assistant(desk.url, desk.key, 'auto');
    const called = await someone.call('create_publication', { idempotencyKey: '1', ...wrong });
    await someone.close();
    const client = new Imprimatur({ url: desk.url, key: desk.key });
    const error: unknown = await client.create(wrong).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProblemError);
    expect((error as ProblemError).message).toContain(answer.body.detail);
    expect(called.body.detail).toBe(answer.body.detail);
    const faults = answer.body.details.errors.map(({ field, message }) => `${field} ${message}`);
    const named = `Not valid: ${faults.slice(0, 3).join('; ')}; and 1 more. Nothing was changed.`;
    expect(answer.body.detail).toBe(named);
    expect(named).toContain('title must have 1 to 200 characters');
  });

  it('[6.faults-named] names the faults of a query', async () => {
    const answer = await api.list('?limit=0&state=gone');
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.body.detail).toMatch(/^Not valid: limit must be an integer .*; state must be /);
  });

  it('[6.faults-named] shows no control or invisible character of an unknown name', async () => {
    const { body } = await api.create({ ['\u001b[2J\u202E\u200B']: 1 });
    expect(body.detail).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('[6.invalid-json] says that there is no body, and what to send', async () => {
    const answer = await publish(undefined);
    await expectProblem(answer, 400, 'invalid_json', desk.url);
    expect(answer.body.detail).toBe('The request has no body.');
    expect(answer.body.nextStep).toContain('{"expectedVersion": 1}');
  });

  it.each([
    [null, 'it is null'],
    [[], 'it is a list'],
    ['"a"', 'it is a string'],
  ])('[6.own-words] says what a body is that is no object: %j', async (body, what) => {
    const answer = await publish(body);
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.body.detail).toContain(what);
    expect(answer.body.nextStep).toContain('one JSON object');
  });

  it('[6.own-words] says of a member that is null what to do', async () => {
    const answer = await publish({ expectedVersion: 1, approvedBy: null });
    expectRefusal(answer, 422, 'validation_failed');
    expect(answer.body.detail).toContain(
      'approvedBy must be a string, not null; leave it out if it is optional',
    );
  });

  it.each([
    [{ 'Content-Type': 'text/plain' }, 'something other than JSON', 'application/json.'],
    [
      { 'Content-Type': 'application/json; charset=latin1' },
      'a charset other than UTF-8',
      'charset=utf-8',
    ],
    [{ 'Content-Encoding': 'gzip' }, 'as compressed', 'without Content-Encoding'],
  ] as const)('[6.own-words] says which media type was sent: %j', async (headers, what, step) => {
    const answer = await publish({ expectedVersion: 1 }, headers);
    await expectProblem(answer, 415, 'unsupported_media_type', desk.url);
    expect(answer.body.detail).toContain(what);
    expect(answer.body.nextStep).toContain(step);
  });

  it.each(['//api/v1/publications', '/api/v1//publications', '/api/v1/publications//publish'])(
    '[6.own-words] says that a path has two slashes in a row: %s',
    async (address) => {
      const answer = await api.request('GET', address);
      await expectProblem(answer, 404, 'not_found', desk.url);
      expect(answer.body.detail).toContain('two slashes in a row');
    },
  );

  it('[5.path-conflict-own] has id, version and state of the own document at a path, and nothing of a foreign one', async () => {
    const document = newDocument({ intent: 'review' });
    const { id: own } = expectAccepted(await api.create(document), 201);
    const taken = await api.create(document);
    await expectProblem(taken, 409, 'path_conflict', desk.url);
    expect(taken.body.details).toEqual({ id: own, version: 1, state: 'review' });
    expect(taken.body.nextStep).toContain(`/api/v1/publications/${own}`);
    const someone = await assistant(desk.url, desk.key, 'auto');
    const called = await someone.call('create_publication', { idempotencyKey: '2', ...document });
    await someone.close();
    expect(called.body.details).toEqual(taken.body.details);
    const { api: foreign } = await desk.caller();
    expect((await foreign.create(document)).body.details).toEqual({});
  });

  it('[4.view-section] names the most similar section, if there is none with this id', async () => {
    const content = '# Guide\n\n## Fuel margins\n\nTwo.\n\n## Oil\n\nNone.\n';
    const { id: guide } = expectAccepted(await api.create(newDocument({ content })), 201);
    const sections = await api.request('GET', `/api/v1/publications/${guide}?view=outline`);
    const { outline } = sections.body as unknown as { outline: { id: string; title: string }[] };
    const fuel = outline.find(({ title }) => title === 'Fuel margins')!;
    const asked = `/api/v1/publications/${guide}?section=fuel-margin`;
    const answer = await api.request('GET', asked);
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.body.details.errors[0]!.message).toContain(`the most similar id is ${fuel.id},`);
  });
});
