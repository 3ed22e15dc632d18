import { afterAll, expect, it } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { picture, put } from './pictures.js';

const desk = await openDesk({ PICTURE_MAX_BYTES: '200000', PICTURE_BYTES_PER_ACCOUNT: '300000' });

afterAll(() => desk.close());

it('the service limits the size of an upload to PICTURE_MAX_BYTES [14.max-bytes]', async () => {
  const { status, body } = await put(desk.api, Buffer.alloc(200_001));
  expect([status, body.code, body.details]).toEqual([
    413,
    'payload_too_large',
    { maxBytes: 200_000 },
  ]);
  const { bytes } = await picture('png', 20, 20);
  // The service ignores bytes after the end of a picture, so the picture with these bytes is still valid.
  const longest = Buffer.concat([bytes, Buffer.alloc(200_000 - bytes.length)]);
  const { api } = await desk.caller();
  expect((await put(api, longest)).status).toBe(201);
});

it('the service limits the bytes of an account to PICTURE_BYTES_PER_ACCOUNT, even for concurrent uploads [14.account-bytes]', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(() => picture('png', 290, 280)));
  const [{ bytes }] = made as [(typeof made)[0]];
  const fit = Math.floor(300_000 / bytes.length);
  expect(fit).toBeLessThan(4);
  const answers = await Promise.all(made.map((one) => put(desk.api, one.bytes)));
  const taken = answers.filter(({ status }) => status === 201);
  expect(taken).toHaveLength(fit);
  const refused = answers.find(({ status }) => status !== 201)!;
  expect([refused.status, refused.body.code]).toEqual([413, 'payload_too_large']);
  // The account may send a stored picture again. Another account has its own limit.
  const kept = made[answers.indexOf(taken[0]!)]!;
  expect((await put(desk.api, kept.bytes)).status).toBe(200);
  const other = await desk.caller();
  expect((await put(other.api, made[0]!.bytes)).status).toBe(201);
});
