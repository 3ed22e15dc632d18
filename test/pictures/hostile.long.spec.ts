import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { useOf } from '../../src/pictures/decoder-process.js';
import { Random } from '../campaign/random.js';
import { openDesk } from '../setup/desk.js';
import { longAnimation, originals, spoilt } from './hostile-files.js';
import { picture, put, uploadedOf } from './pictures.js';

const FILES = 1_000;
const AT_ONCE = 4;
const MAX_MS = 10_000;
/**
 * Maximum growth, in bytes, of the memory of a process that decodes pictures. The growth is relative to the memory
 * before the hostile files.
 */
const MAX_BYTES = 256 * 1024 * 1024;
const LOOK_MS = 25;

const desk = await openDesk();
const callers = await Promise.all(Array.from({ length: AT_ONCE }, () => desk.caller()));

afterAll(() => desk.close());

function isDecoder(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('picture.process');
  } catch {
    return false;
  }
}

/** Returns the ids of the processes that decode pictures (Linux). */
function decoders(): number[] {
  const children = readFileSync(`/proc/${desk.pid}/task/${desk.pid}/children`, 'latin1');
  return children.trim().split(' ').filter(Boolean).map(Number).filter(isDecoder);
}

/** Watches the processes that decode pictures. `stop` returns the maximum memory of each process, in bytes. */
function watched(): { stop: () => ReadonlyMap<number, number> } {
  const seen = new Map<number, number>();
  const look = (): void => {
    for (const pid of decoders()) {
      seen.set(pid, Math.max(seen.get(pid) ?? 0, useOf(pid)?.bytes ?? 0));
    }
  };
  const looks = setInterval(look, LOOK_MS);
  return {
    stop() {
      clearInterval(looks);
      return seen;
    },
  };
}

it('the service accepts or refuses each of 1,000 hostile files within 10 s, and keeps working [14.hostile]', async () => {
  const random = new Random(20_261_124);
  const files = await originals();
  const waiting = Array.from({ length: FILES }, (_, at) =>
    spoilt(random, files[at % files.length]!),
  );
  // Each of the two decoding processes starts when it gets its first picture.
  await Promise.all(callers.map(async ({ api }) => put(api, (await picture()).bytes)));
  const started = decoders();
  const before = new Map(started.map((pid) => [pid, useOf(pid)!.bytes]));
  const watch = watched();
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
  const seen = watch.stop();
  expect(Object.keys(statuses).filter((status) => !['200', '201', '422'].includes(status))).toEqual(
    [],
  );
  expect(statuses[422]).toBeGreaterThan(FILES / 4);
  expect(slowest).toBeLessThan(MAX_MS);
  // The same two processes were running all the time, so no process crashed or was ended.
  expect(started).toHaveLength(2);
  expect(new Set(seen.keys())).toEqual(new Set(started));
  for (const [pid, most] of seen) expect(most - before.get(pid)!).toBeLessThan(MAX_BYTES);
  expect((await put(desk.api, (await picture()).bytes)).status).toBe(201);
  expect(desk.log()).not.toContain('internal_error');
});

it('the service refuses a picture that takes too much memory to decode, says what to send instead, and accepts the next picture [14.hostile] [14.expensive]', async () => {
  const large = await sharp({
    create: { width: 7_000, height: 7_000, channels: 3, background: '#888888' },
  })
    .avif({ quality: 1, effort: 0 })
    .toBuffer();
  const { status, body } = await put(desk.api, large);
  expect([status, body.details['reason']]).toEqual([422, 'too_expensive']);
  expect(body.detail).toContain('more than 256 MiB of memory or 10 s');
  expect(body.nextStep).toContain('send it as JPEG, PNG or WebP');
  const { data } = await sharp(large).jpeg().toBuffer({ resolveWithObject: true });
  expect((await put(desk.api, data)).status).toBe(201);
  expect((await put(desk.api, (await picture()).bytes)).status).toBe(201);
});

it('the service answers 503 within about 5 s to an upload that waits too long for other pictures of its account, and accepts it later [14.put-wait]', async () => {
  const slow = put(desk.api, await longAnimation(1_000, 804, 600));
  const { bytes } = await picture('png', 60, 40);
  // The slow upload must reach the service first.
  await setTimeout(500);
  const begun = performance.now();
  const waited = await put(desk.api, bytes);
  const ms = performance.now() - begun;
  expect([waited.status, waited.body.code]).toEqual([503, 'unavailable']);
  // Some seconds more than the limit of 5 s, because other tests keep the processors busy.
  expect(ms).toBeLessThan(7_500);
  expect((await slow).body.details['reason']).toBe('too_expensive');
  expect((await put(desk.api, bytes)).status).toBe(201);
});

it('the service accepts a small animation of 1,000 frames, and refuses a large one [14.hostile] [14.animation]', async () => {
  const small = await put(desk.api, await longAnimation(1_000, 32, 24));
  expect([small.status, uploadedOf(small)]).toMatchObject([201, { width: 32, height: 24 }]);
  const { status, body } = await put(desk.api, await longAnimation(1_000, 800, 600));
  expect([status, body.details['reason']]).toEqual([422, 'too_expensive']);
  expect((await put(desk.api, (await picture()).bytes)).status).toBe(201);
});
