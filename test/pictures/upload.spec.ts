import { connect } from 'node:net';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { sql } from '../setup/sql.js';
import { animatedPng, bomb, largeAvif, renumbered } from './hostile-files.js';
import { animation, canvas, picture, put, sha256Of, uploadedOf } from './pictures.js';

const [desk, large] = await Promise.all([sharedDesk(), largeAvif()]);

interface FileRow {
  readonly width: number;
  readonly extension: string;
  readonly body: Buffer;
}

const filesOf = (sha256: string): Promise<FileRow[]> =>
  sql<FileRow>(
    desk.databaseUrl,
    `SELECT width, extension, body FROM picture_file WHERE sha256 = $1 ORDER BY width, extension`,
    [sha256],
  );

describe('an uploaded picture', () => {
  it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
    'is accepted as %s, and the answer contains its size [14.put]',
    async (format) => {
      const { bytes, sha256 } = await picture(format, 300, 200);
      const answer = await put(desk.api, bytes, sha256, { 'Content-Type': `image/${format}` });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        sha256,
        type: `image/${format}`,
        width: 300,
        height: 200,
        bytes: bytes.length,
        markdown: `![what it shows](picture:${sha256})`,
      });
    },
  );

  it('gets 200 when it is sent again, and costs no unit [14.put-again]', async () => {
    const { used } = (await desk.api.usage()).body;
    const { bytes } = await picture('png', 40, 30);
    const first = await put(desk.api, bytes);
    const again = await put(desk.api, bytes);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.text).toBe(first.text);
    expect((await desk.api.usage()).body.used).toBe(used);
  });

  it('is stored once if it is sent many times at once [14.put-again]', async () => {
    const { bytes, sha256 } = await picture('png', 400, 300);
    expect(await statusesOf(Array.from({ length: 20 }, () => bytes))).toEqual([
      ...Array.from({ length: 19 }, () => 200),
      201,
    ]);
    const rows = await sql(desk.databaseUrl, `SELECT FROM picture WHERE sha256 = $1`, [sha256]);
    expect(rows).toHaveLength(1);
  });

  it('is decoded only once if it is sent many times at once [14.put-again]', async () => {
    const bytes = renumbered(large, 0);
    const statuses = await statusesOf(Array.from({ length: 8 }, () => bytes));
    expect(statuses).toEqual([...Array.from({ length: 7 }, () => 200), 201]);
  });

  it('is accepted together with 11 other small ones [14.put-wait]', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => picture('png', 60, 40)));
    const statuses = await statusesOf(made.map(({ bytes }) => bytes));
    expect(statuses).toEqual(Array.from({ length: 12 }, () => 201));
  });

  it('is accepted after others that took much memory to decode [14.expensive]', async () => {
    for (let at = 1; at <= 3; at += 1) {
      const { status, body } = await put(desk.api, renumbered(large, at));
      expect([status, body.code]).toEqual([201, undefined]);
    }
  });

  it('is stored in at most three widths, as WebP and in its original format [14.served]', async () => {
    const { bytes, sha256 } = await picture('jpeg', 3_000, 1_500);
    await put(desk.api, bytes);
    const files = await filesOf(sha256);
    expect(files.map(({ width, extension }) => [width, extension])).toEqual([
      [480, 'jpg'],
      [480, 'webp'],
      [960, 'jpg'],
      [960, 'webp'],
      [1440, 'jpg'],
      [1440, 'webp'],
    ]);
    for (const { body, width } of files) {
      const size = await sharp(body).metadata();
      expect([size.width, size.height]).toEqual([width, width / 2]);
    }
  });

  it('loses all metadata, such as location and camera, and is rotated as its orientation metadata says [14.metadata]', async () => {
    const bytes = await canvas(300, 200)
      .jpeg()
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
      .withMetadata({ orientation: 6, icc: 'p3' })
      .toBuffer();
    expect(bytes.includes('SecretCamera')).toBe(true);
    const { width, height } = uploadedOf(await put(desk.api, bytes));
    expect([width, height]).toEqual([200, 300]);
    const files = await filesOf(sha256Of(bytes));
    expect(files.length).toBeGreaterThan(0);
    for (const { body } of files) {
      expect(body.includes('SecretCamera')).toBe(false);
      const { exif, icc, xmp, iptc, orientation } = await sharp(body).metadata();
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
    }
  });

  it('keeps its animation, and has the size of one frame [14.animation]', async () => {
    const { bytes, sha256 } = await animation(7);
    const answer = await put(desk.api, bytes, sha256, { 'Content-Type': 'image/gif' });
    expect(uploadedOf(answer)).toMatchObject({ width: 64, height: 48, type: 'image/gif' });
    const files = await filesOf(sha256);
    expect(files.map(({ extension }) => extension)).toEqual(['gif', 'webp']);
    for (const { body } of files) expect((await sharp(body).metadata()).pages).toBe(7);
  });

  it('is accepted without the media type of an image, because its bytes determine the type [14.put]', async () => {
    for (const headers of [{ 'Content-Type': 'application/octet-stream' }, {}]) {
      const { bytes, sha256 } = await picture('png', 20, 20);
      const response = await fetch(`${desk.url}/api/v1/pictures/${sha256}`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${desk.key}`, ...headers },
        body: new Uint8Array(bytes),
      });
      expect([response.status, await response.json()]).toMatchObject([201, { type: 'image/png' }]);
    }
  });
});

describe('uploaded bytes', () => {
  it('are refused with 422 and a reason, and not kept, if they are no valid picture or do not have the stated hash [14.invalid]', async () => {
    const whole = (await picture('png', 600, 400)).bytes;
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const cases: readonly (readonly [Buffer, string])[] = [
      [Buffer.alloc(0), 'unsupported_type'],
      [svg, 'unsupported_type'],
      [Buffer.from('GIF89a, or so it says'), 'damaged'],
      [whole.subarray(0, whole.length / 2), 'damaged'],
      [(await picture('jpeg', 600, 400)).bytes.subarray(0, 9_000), 'damaged'],
      [(await picture('webp', 600, 400)).bytes.subarray(0, 5_000), 'damaged'],
      [bomb(50_000, 50_000), 'too_many_pixels'],
    ];
    for (const [bytes, reason] of cases) {
      const { status, body } = await put(desk.api, bytes);
      expect([status, body.code, body.details['reason']]).toEqual([422, 'picture_invalid', reason]);
    }
    const { status, body } = await put(desk.api, whole, '0'.repeat(64));
    expect([status, body.details['reason']]).toEqual([422, 'hash_mismatch']);
    const rows = await sql(desk.databaseUrl, `SELECT FROM picture WHERE sha256 = $1`, [
      sha256Of(whole),
    ]);
    expect(rows).toEqual([]);
  });

  it('are refused with 413 above 10 MiB by default [14.max-bytes]', async () => {
    const most = 10 * 1024 * 1024;
    const { status, body } = await put(desk.api, Buffer.alloc(most + 1));
    expect([status, body.code, body.details['maxBytes']]).toEqual([413, 'payload_too_large', most]);
    expect((await put(desk.api, Buffer.alloc(most))).body.code).toBe('picture_invalid');
  });

  it('are dropped if only half of them arrive, and later uploads are accepted [14.invalid]', async () => {
    const bytes = Buffer.alloc(4 * 1024 * 1024);
    const { bytes: whole } = await picture('png', 20, 20);
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 8 }, () => hangUpHalfway(bytes)));
    }
    // The 24 half uploads total 48 MiB. The bodies of one key may take only 16 MiB at the same time.
    await expect.poll(async () => (await put(desk.api, whole)).status).toBe(201);
    const rows = await sql(desk.databaseUrl, `SELECT FROM picture WHERE sha256 = $1`, [
      sha256Of(bytes),
    ]);
    expect(rows).toEqual([]);
  });

  it('are refused with 415 if they are declared as another media type, or as compressed [14.type]', async () => {
    const { bytes, sha256 } = await picture('png', 20, 20);
    for (const headers of [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'image/svg+xml' },
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'image/png', 'Content-Encoding': 'gzip' },
    ]) {
      const { status, body } = await put(desk.api, bytes, sha256, headers);
      expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    }
  });
});

describe('a GIF', () => {
  it('is refused as damaged unless all of its blocks arrived [14.invalid]', async () => {
    const { bytes } = await animation(4);
    const cuts = Array.from({ length: 16 }, (_, at) => Math.floor((bytes.length * at) / 16));
    for (const end of [...cuts.slice(1), bytes.length - 1]) {
      const { status, body } = await put(desk.api, bytes.subarray(0, end));
      expect([end, status, body.details?.['reason']]).toEqual([end, 422, 'damaged']);
    }
    expect((await put(desk.api, bytes)).status).toBe(201);
    expect((await put(desk.api, Buffer.concat([bytes, Buffer.from('more')]))).status).toBe(201);
  });
});

describe('an animated PNG', () => {
  it('is refused, and the answer says what to send instead [14.animated-png]', async () => {
    const { bytes } = await picture('png', 60, 40);
    const { status, body } = await put(desk.api, animatedPng(bytes));
    expect([status, body.code, body.details['reason']]).toEqual([
      422,
      'picture_invalid',
      'unsupported_type',
    ]);
    expect(body.detail).toContain('The PNG is animated');
    expect(body.nextStep).toContain('animated WebP or GIF');
    expect((await put(desk.api, bytes)).status).toBe(201);
  });
});

describe('an upload', () => {
  it('needs a key with the scope write, and is otherwise refused before its bytes are checked [14.put-access]', async () => {
    const reader = await desk.caller({ scopes: ['read', 'publish'] });
    const none = Buffer.from('no picture');
    expect((await put(reader.api, none)).body.code).toBe('insufficient_scope');
    const response = await fetch(`${desk.url}/api/v1/pictures/${'0'.repeat(64)}`, {
      method: 'PUT',
      body: 'x',
    });
    expect(response.status).toBe(401);
  });

  it('gets the same answer whether or not another account has the picture [14.apart]', async () => {
    const other = await desk.caller();
    const { bytes } = await picture('jpeg', 1_000, 700);
    const first = await put(desk.api, bytes);
    const second = await put(other.api, bytes);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
  });
});

/** Sends all pictures at the same time, and returns the sorted statuses. */
async function statusesOf(pictures: readonly Buffer[]): Promise<number[]> {
  const answers = await Promise.all(pictures.map((bytes) => put(desk.api, bytes)));
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

/** Sends the first half of an upload, and closes the connection. */
async function hangUpHalfway(bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(desk.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `PUT /api/v1/pictures/${sha256Of(bytes)} HTTP/1.1\r\nHost: ${hostname}\r\n` +
      `Authorization: Bearer ${desk.key}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  await new Promise((sent) => socket.write(bytes.subarray(0, bytes.length / 2), sent));
  socket.destroy();
}
