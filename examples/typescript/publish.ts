// Publishes a document with the TypeScript client, and waits until its page is public and found by search.
//
//   npm run build && IMPRIMATUR_KEY=imp_… node dist/examples/typescript/publish.js
import { Imprimatur } from '../../clients/typescript/src/client.ts';

const { IMPRIMATUR_URL: url = 'http://localhost:3000', IMPRIMATUR_KEY: key } = process.env;
if (!key) throw new Error('Set IMPRIMATUR_KEY to a publisher key.');
const imprimatur = new Imprimatur({ url, key });

const created = await imprimatur.create({
  locale: 'en',
  slug: `typed-${Date.now()}`,
  title: 'A typed document',
  content: 'Written by a **program**.',
  author: { kind: 'service', name: 'Example' },
});
await imprimatur.publish(created.id, { expectedVersion: created.version });
const published = await imprimatur.settled(created.id);

console.log(`${published.url} is ${published.state}; search: ${published.indexStatus}`);
