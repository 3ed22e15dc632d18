import { randomUUID } from 'node:crypto';
import type { Answer, Client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';

export const OPERATIONS = ['create', 'update', 'publish'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Text that is not the same bytes once it was mangled on the way. */
const TEXTS = { title: 'Ünïcödé 🖋', content: '# 문서\r\n\n"quoted" \\ <b>', tags: ['ü', 'a'] };

/** One write with its idempotency key, as often as it is sent. */
export interface RepeatableWrite {
  readonly key: string;
  send(by: Client): Promise<Answer>;
}

/** Prepares a write that will be accepted; `api` makes the publication that it needs. */
export async function repeatableWrite(api: Client, operation: Operation): Promise<RepeatableWrite> {
  const key = randomUUID();
  const document = newDocument(TEXTS);
  if (operation === 'create') return { key, send: (by) => by.create(document, { key }) };
  const { id } = (await api.create(document)).body;
  const expected = { expectedVersion: 1 };
  return operation === 'update'
    ? { key, send: (by) => by.update(id, { ...expected, description: 'Ä' }, { key }) }
    : { key, send: (by) => by.publish(id, expected, { key }) };
}
