import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, type Desk, openDesk } from '../setup/desk.js';
import { Random } from '../campaign/random.js';
import { animation, canvas, picture, put } from './pictures.js';

const FILES = 1_000;
const AT_ONCE = 4;
const MAX_MS = 10_000;

let desk: Desk;
let callers: Caller[];

beforeAll(async () => {
  desk = await openDesk();
  callers = await Promise.all(Array.from({ length: AT_ONCE }, () => desk.caller()));
});

afterAll(() => desk.close());

/** Real files of each type, to be spoilt. */
async function originals(): Promise<Buffer[]> {
  const formats = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const;
  const still = await Promise.all(formats.map((format) => picture(format, 96, 64)));
  const moving = await animation(5, 32, 24);
  const webp = await sharp(moving.bytes, { animated: true }).webp().toBuffer();
  const rich = await canvas(96, 64)
    .withExif({ IFD0: { Make: 'Camera' } })
    .jpeg({ progressive: true })
    .toBuffer();
  return [...still.map(({ bytes }) => bytes), moving.bytes, webp, rich];
}

const below = (random: Random, end: number): number => random.whole(0, end - 1);

const SCRIPT = Buffer.from('<script>alert(1)</script><svg onload="alert(1)">%PDF-1.7 PK\x03\x04');

/** A file that is nearly, or also, something else. */
function spoilt(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = below(random, copy.length);
  switch (below(random, 7)) {
    case 0:
      return copy.subarray(0, at);
    case 1:
      return Buffer.concat([copy, SCRIPT]);
    case 2:
      return Buffer.concat([copy.subarray(0, at), SCRIPT, copy.subarray(at)]);
    case 3:
      // Lengths and sizes stand near the beginning.
      copy.writeUInt32BE(below(random, 2 ** 32), below(random, Math.min(64, copy.length - 4)));
      return copy;
    case 4:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(below(random, copy.length))]);
    default:
      for (let count = below(random, 12) + 1; count > 0; count -= 1) {
        copy[below(random, copy.length)] = below(random, 256);
      }
      return copy;
  }
}

it('answers 1,000 hostile files as pictures or refusals, each in time, and goes on [14.hostile]', async () => {
  const random = new Random(20_261_124);
  const files = await originals();
  const waiting = Array.from({ length: FILES }, (_, at) =>
    spoilt(random, files[at % files.length]!),
  );
  const statuses: Record<number, number> = {};
  let slowest = 0;
  await Promise.all(
    callers.map(async ({ api }) => {
      for (let bytes = waiting.pop(); bytes; bytes = waiting.pop()) {
        const begun = performance.now();
        const { status, body } = await put(api, bytes);
        slowest = Math.max(slowest, performance.now() - begun);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 422) expect(body.code).toBe('picture_invalid');
      }
    }),
  );
  expect(Object.keys(statuses).filter((status) => !['200', '201', '422'].includes(status))).toEqual(
    [],
  );
  expect(statuses[422]).toBeGreaterThan(FILES / 4);
  expect(slowest).toBeLessThan(MAX_MS);
  expect((await put(desk.api, (await picture()).bytes)).status).toBe(201);
  expect(desk.log()).not.toContain('internal_error');
});

it('refuses what takes too much memory to be decoded, and takes the next [14.hostile]', async () => {
  const large = await sharp({
    create: { width: 7_000, height: 7_000, channels: 3, background: '#888888' },
  })
    .avif({ quality: 1, effort: 0 })
    .toBuffer();
  const { status, body } = await put(desk.api, large);
  expect([status, body.details['reason']]).toEqual([422, 'too_expensive']);
  expect((await put(desk.api, (await picture()).bytes)).status).toBe(201);
});
