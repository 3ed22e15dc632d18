import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type SharedDesk, sharedDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { type MadePicture, picture, put } from './pictures.js';

const DRAFTS = 100;
/**
 * Number of guesses. For 10,000 guesses: `PICTURE_GUESSES=10000 npx vitest run --project long
 * test/pictures/guesses.long.spec.ts`.
 */
const GUESSES = Number(process.env['PICTURE_GUESSES'] ?? 1_000);
/** Number of concurrent guesses. */
const AT_ONCE = 8;
const WIDTH = 90;

let desk: SharedDesk;
const drafts: { readonly id: string; readonly sha256: string }[] = [];

beforeAll(async () => {
  desk = await sharedDesk();
  for (let made = 0; made < DRAFTS; made += 1) {
    const { bytes, sha256 }: MadePicture = await picture('png', WIDTH, 60);
    expectAccepted(await put(desk.api, bytes), 201);
    const content = `![A chart](picture:${sha256})`;
    const { id } = expectAccepted(await desk.api.create(newDocument({ content })), 201);
    drafts.push({ id, sha256 });
  }
});

const EXTENSIONS = ['png', 'webp', 'jpg', 'gif', 'avif'];

/**
 * Returns every address that a picture can have, in any width. If the picture is public, only the first two
 * addresses exist.
 */
const addressesOf = (sha256: string): string[] =>
  [WIDTH, 480, 960, 1_440].flatMap((width) =>
    EXTENSIONS.map((extension) => `/pictures/${sha256}-${width}.${extension}`),
  );

/** Returns a random hash, or a hash that differs in one digit from the hash of a draft's picture. */
function guess(number: number): string {
  const { sha256 } = drafts[number % drafts.length]!;
  const at = number % 64;
  const digit = ((Number.parseInt(sha256[at]!, 16) + 1 + (number % 15)) % 16).toString(16);
  return number % 2 === 0
    ? sha256.slice(0, at) + digit + sha256.slice(at + 1)
    : randomBytes(32).toString('hex');
}

/** Returns addresses that a stranger could try. */
const guesses = (): string[] =>
  Array.from({ length: GUESSES }, (_, number) => addressesOf(guess(number))[number % 2]!);

/** Returns the addresses whose answer is not 404, each with its status. */
async function shown(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  let next = 0;
  const look = async (): Promise<void> => {
    for (let path = paths[next]; path !== undefined; path = paths[next]) {
      next += 1;
      const { status, body } = await fetch(desk.url + path);
      await body?.cancel();
      if (status !== 404) found.push(`${path} ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  return found.toSorted();
}

const publicAddresses = (sha256: string): string[] =>
  ['png', 'webp'].map((extension) => `/pictures/${sha256}-${WIDTH}.${extension}`);

describe(`the public addresses of the pictures of ${DRAFTS} drafts`, () => {
  it(`answer 404, and so do ${GUESSES} guesses [14.public]`, async () => {
    expect(await shown(drafts.flatMap(({ sha256 }) => addressesOf(sha256)))).toEqual([]);
    expect(await shown(guesses())).toEqual([]);
  });

  it('serve released pictures; after a withdrawal or erasure they answer 404, and so do guesses [14.public] [14.erased]', async () => {
    const released = drafts.slice(0, 10);
    for (const { id } of released) {
      expectAccepted(await desk.api.publish(id, { expectedVersion: 1 }, LONG_WAIT), 202);
    }
    const all = drafts.flatMap(({ sha256 }) => addressesOf(sha256));
    const there = released.flatMap(({ sha256 }) => publicAddresses(sha256));
    expect(await shown(all)).toEqual(there.map((path) => `${path} 200`).toSorted());
    for (const [number, { id }] of released.entries()) {
      const command = number % 2 === 0 ? 'withdraw' : 'erase';
      await operator(desk.databaseUrl, 'publications', command, id, '--reason', 'Wrong.');
    }
    expect(await shown(all)).toEqual([]);
    expect(await shown(guesses())).toEqual([]);
  });
});
