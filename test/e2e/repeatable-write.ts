import { randomUUID } from 'node:crypto';
import type { Answer, Client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';

export const OPERATIONS = ['create', 'update', 'publish'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Texts that reveal a wrong encoding, escape or line end. */
const TEXTS = { title: 'Ünïcödé 🖋', content: '# 문서\r\n\n"quoted" \\ <b>', tags: ['ü', 'a'] };

/** A write that can be sent repeatedly with the same idempotency key. */
export interface RepeatableWrite {
  readonly key: string;
  send(by: Client): Promise<Answer>;
}

/** Prepares a write that will be accepted. For an update or a publish, `api` first creates the publication. */
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
