// Publishes a document with a client whose types are generated from the OpenAPI document of the service.
//
//   IMPRIMATUR_KEY=imp_… node examples/typescript/publish.ts        (Node.js 22.18 or newer)
//
// api.d.ts is made by `npm run examples:client`; elsewhere:
//   npx openapi-typescript http://localhost:3000/openapi.json --default-non-nullable=false --output api.d.ts
import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

type Publication = components['schemas']['Publication'];
type Problem = components['schemas']['Problem'];

const { IMPRIMATUR_URL = 'http://localhost:3000', IMPRIMATUR_KEY } = process.env;
if (!IMPRIMATUR_KEY) throw new Error('Set IMPRIMATUR_KEY to a publisher key.');
const api = createClient<paths>({
  baseUrl: IMPRIMATUR_URL,
  headers: { Authorization: `Bearer ${IMPRIMATUR_KEY}` },
});

/** The answer, or an error that says what to do next. */
function answered<T>({ data, error }: { data?: T; error?: Problem }): T {
  if (data !== undefined) return data;
  throw new Error(`${error?.code}: ${error?.detail} ${error?.nextStep}`);
}

const created: Publication = answered(
  await api.POST('/api/v1/publications', {
    // Kept until an answer has come: a repetition with it makes no second document.
    params: { header: { 'Idempotency-Key': randomUUID() } },
    body: {
      locale: 'en',
      slug: `typed-${Date.now()}`,
      title: 'A typed document',
      content: 'Written by a **program**.',
      author: { kind: 'service', name: 'Example' },
    },
  }),
);

const published: Publication = answered(
  await api.POST('/api/v1/publications/{id}/publish', {
    params: {
      path: { id: created.id },
      header: { 'Idempotency-Key': randomUUID(), Prefer: 'wait=30' },
    },
    body: { expectedVersion: created.version },
  }),
);

console.log(`${published.url} is ${published.state}; search: ${published.indexStatus}`);
