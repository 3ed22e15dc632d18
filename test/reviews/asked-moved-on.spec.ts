import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Client } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant, type Person } from '../setup/mcp.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { newPerson } from '../desk/person.js';

const desk = await sharedDesk();

interface Account {
  readonly key: string;
  readonly accountId: string;
  readonly api: Client;
}

/** Makes an account whose releases a person confirms. */
async function confirmedAccount(): Promise<Account> {
  const account = await desk.caller();
  await operator(desk.databaseUrl, 'accounts', 'set-release-rule', account.accountId, 'confirmed');
  return account;
}

const withdraw = (id: string): Promise<object> =>
  operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');

/** Publishes through a host that asks a person. Before each answer, the next step of `meanwhile` is taken. */
async function publish(
  { key }: Account,
  id: string,
  expectedVersion: number,
  meanwhile: (() => Promise<unknown>)[] = [],
) {
  const questions: string[] = [];
  const person: Person = async ({ message }) => {
    questions.push(message);
    await meanwhile.shift()?.();
    return { action: 'accept', content: { decision: 'release', name: 'Grace' } };
  };
  const someone = await assistant(desk.url, key, 'modern', person);
  const args = { id, expectedVersion, idempotencyKey: randomUUID(), waitSeconds: 30 };
  const { body } = await someone.call('publish_publication', args);
  await someone.close();
  return { questions, body };
}

describe('a question to the person', () => {
  it('[8.asked-moved-on] [3.withdrawn-told] releases nothing by an answer to a question before a withdrawal; the next question tells of it', async () => {
    const account = await confirmedAccount();
    const { id } = expectAccepted(await account.api.create(newDocument()), 201);
    await publish(account, id, 1);
    await account.api.update(id, { expectedVersion: 1, title: 'Second' });
    let seen: object = {};
    const { questions, body } = await publish(account, id, 2, [
      () => withdraw(id),
      async () => (seen = (await account.api.read(id)).body),
    ]);
    expect(seen).toMatchObject({ state: 'draft', publishedVersion: null, withdrawn: {} });
    expect(questions).toHaveLength(2);
    expect(questions[0]).not.toContain('Withdrawn');
    expect(questions[1]).toContain(
      'Nothing was released: after you were asked, an operator withdrew the document',
    );
    expect(questions[1]).toMatch(/^Withdrawn: an operator took the document offline at 20/m);
    expect(body).toMatchObject({ state: 'published', publishedVersion: 2 });
  });

  it('[8.asked-moved-on] releases nothing by an answer to a question before the version was sent back; the next question has the note', async () => {
    const account = await confirmedAccount();
    const offer = newDocument({ intent: 'review' });
    const { id } = expectAccepted(await account.api.create(offer), 201);
    const path = `/desk/${id}`;
    let seen: object = {};
    const { questions } = await publish(account, id, 1, [
      async () => {
        const editor = await newPerson(desk, account.accountId, 'Bob Editor');
        const form = await editor.form(path, `${path}/send-back`);
        await editor.post(`${path}/send-back`, { ...form, note: 'Check the\nfigures.' });
      },
      async () => (seen = (await account.api.read(id)).body),
    ]);
    expect(seen).toMatchObject({ state: 'draft', publishedVersion: null });
    expect(questions).toHaveLength(2);
    expect(questions[1]).toMatch(
      /^Sent back for changes: by Bob Editor at 20.*: Check the figures\.$/m,
    );
  });
});
