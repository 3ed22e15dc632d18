import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyFile } from '../../src/signatures/verify/verify-file.js';
import { verifyFolder } from '../../src/signatures/verify/verify-folder.js';
import { verifyUrl } from '../../src/signatures/verify/verify-url.js';
import { Random } from '../campaign/random.js';
import { bytesIn, folderOf } from '../operator/folder.js';
import { type Client, client } from '../setup/client.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { issueKey, operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { type Service, startService } from '../setup/service.js';
import { picture } from '../pictures/pictures.js';
import { type Files, sumAnew, tamperingsOf } from './tamperings.js';

const random = new Random(20_261_127);

interface Document {
  readonly id: string;
  readonly slug: string;
  /** Versions that the site serves. */
  readonly served: readonly number[];
  /** Path of the folder of evidence. */
  readonly folder: string;
  readonly files: Files;
}

/** What happens to a document after its creation, in order. */
type Step =
  'release' | 'rotate' | 'withdraw' | 'again' | 'move' | 'eraseFirst' | 'eraseAll' | 'draft';

const HISTORIES: readonly (readonly Step[])[] = [
  ['release', 'release', 'release'],
  ['release', 'rotate', 'release', 'rotate', 'release', 'draft'],
  ['release', 'move', 'release'],
  ['release', 'release', 'withdraw'],
  ['release', 'release', 'withdraw', 'again', 'release'],
  ['release', 'release', 'release', 'eraseFirst'],
  ['release', 'withdraw', 'again', 'move', 'rotate', 'release', 'eraseFirst'],
  ['release', 'release', 'eraseAll'],
  ['release', 'draft', 'release', 'move', 'draft', 'release', 'release'],
];

let service: Service;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let api: Client;
let keysFile: string;
const documents: Document[] = [];

/** The site at its first and at its second address. */
const serve = (url?: string): Promise<Service> =>
  startService({
    databaseUrl: database.url,
    env: url === undefined ? {} : { PUBLIC_BASE_URL: url },
  });

beforeAll(async () => {
  database = await freshDatabase();
  const { key } = await issueKey(database.url, { limit: 100_000 });
  const shown = await picture('png', 64, 48);
  const before = await makeHalf('https://old.example.org', key, shown, 'before');
  const after = await makeHalf(undefined, key, shown, 'after', before);
  keysFile = join(await folderOf(), 'kept.json');
  await writeFile(keysFile, await (await fetch(`${service.url}/.well-known/jwks.json`)).text());
  for (const { id, slug, served } of after) {
    const folder = join(await folderOf(), 'evidence');
    await operator(database.url, 'publications', 'evidence', id, folder);
    documents.push({
      id,
      slug,
      served,
      folder,
      files: new Map(Object.entries(await bytesIn(folder))),
    });
  }
}, 300_000);
afterAll(async () => {
  await service.stop();
  await database.drop();
});

interface Made {
  readonly id: string;
  readonly slug: string;
  version: number;
  served: number[];
}

/** Carries out the steps before or after the move of the site to another address. */
async function makeHalf(
  url: string | undefined,
  key: string,
  { bytes, sha256 }: Awaited<ReturnType<typeof picture>>,
  half: 'before' | 'after',
  known: readonly Made[] = [],
): Promise<Made[]> {
  service = await serve(url);
  api = client(service.url, key);
  const put = { body: bytes, headers: { 'Content-Type': 'image/png' } };
  await api.request('PUT', `/api/v1/pictures/${sha256}`, put);
  const made: Made[] = [];
  for (const [place, steps] of HISTORIES.entries()) {
    const move = steps.indexOf('move');
    const cut = move < 0 ? 0 : move;
    const document = known[place] ?? (await created(place, sha256));
    made.push(document);
    for (const step of half === 'before' ? steps.slice(0, cut) : steps.slice(cut)) {
      await take(document, step, sha256);
    }
  }
  if (half === 'before') await service.stop();
  return made;
}

async function created(place: number, sha256: string): Promise<Made> {
  const content = `Text 1 of ${place}.\n\n---\n\n![A chart](picture:${sha256.toUpperCase()})\n`;
  const fields = { content, tags: ['ключ', 'two'], description: 'Two\nlines: "yes" # no' };
  const body = newDocument({ ...fields, sources: ['https://example.org/?a=1#b'] });
  const { id, slug } = expectAccepted(await api.create(body), 201) as unknown as Made;
  return { id, slug, version: 1, served: [] };
}

async function take(document: Made, step: Step, sha256: string): Promise<void> {
  const { id } = document;
  const publish = async (): Promise<void> => {
    const approver = random.chance(0.7) ? { approvedBy: `Ada ${document.version}` } : {};
    const wish = { expectedVersion: document.version, ...approver };
    expectAccepted(await api.publish(id, wish, LONG_WAIT), 202);
    document.served.push(document.version);
  };
  const update = async (): Promise<void> => {
    const content = `Text ${document.version + 1}.\r\n![A chart](picture:${sha256})`;
    expectAccepted(await api.update(id, { expectedVersion: document.version, content }), 200);
    document.version += 1;
  };
  const erase = ['publications', 'erase', id, '--reason', 'a court order'];
  const steps: Readonly<Record<Step, () => Promise<unknown>>> = {
    release: async () => {
      if (document.served.length > 0 || document.version > 1) await update();
      await publish();
    },
    draft: update,
    rotate: () => operator(database.url, 'signing', 'rotate'),
    move: () => Promise.resolve(),
    again: publish,
    withdraw: () => {
      document.served = [];
      return operator(database.url, 'publications', 'withdraw', id, '--reason', 'a mistake');
    },
    eraseFirst: () => {
      document.served = document.served.filter((version) => version !== 1);
      return operator(database.url, ...erase, '--version', '1');
    },
    eraseAll: () => {
      document.served = [];
      return operator(database.url, ...erase);
    },
  };
  await steps[step]();
}

/** Runs `check` on a folder with these files. */
async function inFolder<T>(files: Files, check: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'imprimatur-tampered-'));
  try {
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
    return await check(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const chosen = <T>(items: readonly T[], count: number): T[] =>
  random.shuffled(items).slice(0, count);

it('[15.verify-untouched] verify refuses none of 200 untouched folders, files and addresses', async () => {
  let checked = 0;
  const expectValid = (what: string, { failures }: { failures: readonly unknown[] }): void => {
    expect(failures, what).toEqual([]);
    checked += 1;
  };
  for (const { folder, files, served, slug } of documents) {
    for (const keys of [undefined, keysFile]) {
      for (let round = 0; round < 5; round += 1) {
        expectValid(folder, await verifyFolder(folder, keys));
      }
      for (const name of [...files.keys()].filter((each) => each.endsWith('.md'))) {
        expectValid(name, await verifyFile(join(folder, name), keys));
        await inFolder(new Map([...files, [`a copy.md`, files.get(name)!]]), async (copy) =>
          expectValid(name, await verifyFile(join(copy, 'a copy.md'), keys)),
        );
      }
      for (const version of served) {
        for (const form of ['', '.md', '.jws']) {
          const address = `${service.url}/en/${slug}@${version}${form}`;
          expectValid(address, await verifyUrl(address, keys));
        }
      }
    }
  }
  expect(checked).toBeGreaterThanOrEqual(200);
});

it('[15.verify-moved] verify says at which address a version was signed, if the site has moved since', async () => {
  const { slug, files } = documents[2]!;
  const [first, second] = await Promise.all(
    [1, 2].map((version) => verifyUrl(`${service.url}/en/${slug}@${version}`)),
  );
  expect([first!.failures, first!.signedOrigin]).toEqual([[], 'https://old.example.org']);
  expect([second!.failures, second!.signedOrigin, second!.records]).toEqual([[], null, 2]);
  const served = await (await fetch(`${service.url}/en/${slug}@1.md`)).text();
  expect(served).toContain(`url: "https://old.example.org/en/${slug}@1"`);
  expect(files.get('version-1.md')!.toString()).toBe(served);
});

it('[15.verify-tampered] verify names each of 500 changes of folders whose checksums were made anew', async () => {
  let tried = 0;
  const unnamed: string[] = [];
  for (const [place, { files }] of documents.entries()) {
    for (const { what, apply } of chosen(tamperingsOf(files), 60)) {
      const copy = new Map(files);
      apply(copy);
      sumAnew(copy);
      const keys = random.chance(0.5) ? keysFile : undefined;
      const { failures } = await inFolder(copy, (folder) => verifyFolder(folder, keys));
      if (failures.length === 0) unnamed.push(`document ${place}: ${what}`);
      tried += 1;
    }
  }
  expect(unnamed).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(500);
});

it('[15.verify-address] verify names each copy of a site that serves a version at the address of another', async () => {
  const versions = documents.flatMap(({ slug, served }) =>
    served.map((version) => `/en/${slug}@${version}`),
  );
  let mapped = new Map<string, string>();
  const copy = createServer((request, response) => {
    const [, path, form] = /^(.*?)(\.md|\.jws)?$/.exec(request.url!)!;
    void fetch(service.url + (mapped.get(path!) ?? path) + (form ?? '')).then(async (answer) =>
      response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer())),
    );
  }).listen(0, '127.0.0.1');
  await once(copy, 'listening');
  const origin = `http://127.0.0.1:${(copy.address() as AddressInfo).port}`;
  try {
    for (const asked of versions) {
      mapped = new Map();
      expect((await verifyUrl(origin + asked, keysFile)).failures, asked).toEqual([]);
      for (const answered of chosen(versions, 4).filter((other) => other !== asked)) {
        mapped = new Map([[asked, answered]]);
        const { failures } = await verifyUrl(origin + asked, keysFile);
        expect(
          failures.map(({ part }) => part),
          `${asked} ${answered}`,
        ).toContain('address');
        expect(failures[0]!.message).toContain(basename(answered));
      }
    }
  } finally {
    copy.close();
  }
});
