import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { writeUploadToken } from '../../src/pictures/upload-token.js';
import type { MissingPicture } from '../../src/pictures/upload-addresses.service.js';
import type { Answer } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { operator } from '../setup/operator.js';
import { articleIn, previewOf } from '../setup/preview.js';
import { readPage } from '../setup/read-page.js';
import { released } from '../setup/released.js';
import { sql } from '../setup/sql.js';
import { animation, type MadePicture, missingOf, naming, picture, put } from './pictures.js';

const desk = await sharedDesk();

const upload = async (address: string, { bytes }: Pick<MadePicture, 'bytes'>) =>
  fetch(address, { method: 'PUT', body: new Uint8Array(bytes) });

const fetched = async (path: string, headers: Record<string, string> = {}) =>
  fetch(desk.url + path, { headers });

async function created(content: string): Promise<Answer> {
  const answer = await desk.api.create(newDocument({ content }));
  expect(answer.status).toBe(201);
  return answer;
}

describe('a picture that is named but not uploaded', () => {
  it('is listed in the answer, with an address that accepts the picture without a key [14.missing]', async () => {
    const one = await picture('png', 300, 200);
    const other = await picture('jpeg', 300, 200);
    await put(desk.api, other.bytes);
    const answer = await created(`Text.\n\n${naming(one)} and ${naming(other)} and ${naming(one)}`);
    const missing = missingOf(answer)!;
    expect(missing.map(({ sha256 }) => sha256)).toEqual([one.sha256]);
    const [{ uploadUrl, expiresAt }] = missing as [MissingPicture];
    expect(uploadUrl.startsWith(`${desk.url}/api/v1/uploads/`)).toBe(true);
    const hour = Date.parse(expiresAt) - Date.parse(answer.body.updatedAt);
    expect(hour).toBeGreaterThanOrEqual(3_600_000);
    expect(hour).toBeLessThan(3_601_000);
    const taken = await upload(uploadUrl, one);
    expect([taken.status, await taken.json()]).toMatchObject([201, { sha256: one.sha256 }]);
    const updated = await desk.api.update(answer.body.id, { expectedVersion: 1, title: 'Again' });
    expect(missingOf(updated)).toBeUndefined();
  });

  it('has an address that accepts the bytes of this picture once, and no other bytes [14.upload-once]', async () => {
    const one = await picture('png', 300, 200);
    const [{ uploadUrl }] = missingOf(await created(naming(one))) as [MissingPicture];
    const wrong = await upload(uploadUrl, await picture('png', 300, 200));
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([
      422,
      'picture_invalid',
    ]);
    const answers = await Promise.all([1, 2, 3].map(() => upload(uploadUrl, one)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404, 404]);
    expect((await upload(uploadUrl, one)).status).toBe(404);
  });

  it('has an address that expires after an hour or when its account is suspended, and cannot be forged [14.upload-ends]', async () => {
    const someone = await desk.caller();
    const one = await picture('png', 100, 80);
    const made = await someone.api.create(newDocument({ content: naming(one) }));
    const [{ uploadUrl, expiresAt }] = missingOf(made) as [MissingPicture];
    const [row] = await sql<{ secret: Buffer }>(
      desk.databaseUrl,
      `SELECT secret FROM upload_secret`,
    );
    const claim = { accountId: someone.accountId, sha256: one.sha256 };
    const at = (end: number, secret: Buffer) =>
      `${desk.url}/api/v1/uploads/${writeUploadToken({ ...claim, end }, secret)}`;
    const now = Math.floor(Date.now() / 1_000);
    expect(at(Date.parse(expiresAt) / 1_000, row!.secret)).toBe(uploadUrl);
    const refused = [
      at(now - 1, row!.secret),
      at(now + 60, Buffer.alloc(32)),
      `${uploadUrl}A`,
      uploadUrl.slice(0, -1),
      `${desk.url}/api/v1/uploads/nothing`,
    ];
    for (const address of refused) expect((await upload(address, one)).status).toBe(404);
    await operator(desk.databaseUrl, 'accounts', 'suspend', someone.accountId);
    expect((await upload(uploadUrl, one)).status).toBe(404);
  });

  it('is listed in a replay exactly as in the first answer, even after its upload [14.missing-replayed]', async () => {
    const one = await picture('png', 50, 40);
    const document = newDocument({ content: naming(one) });
    const first = await desk.api.create(document, { key: 'pictures-replayed' });
    const [{ uploadUrl }] = missingOf(first) as [MissingPicture];
    expect((await upload(uploadUrl, one)).status).toBe(201);
    const again = await desk.api.create(document, { key: 'pictures-replayed' });
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(again.text).toBe(first.text);
  });

  it('is not reported if only code names it, but is reported if a reference-style image names it [14.named]', async () => {
    const one = await picture('png', 50, 40);
    const shown = `Write \`${naming(one)}\`, or:\n\n    ${naming(one)}\n`;
    expect(missingOf(await created(shown))).toBeUndefined();
    const byReference = await created(`![A chart][chart]\n\n[chart]: picture:${one.sha256}\n`);
    expect(missingOf(byReference)).toHaveLength(1);
  });
});

describe('a publish', () => {
  it('is refused with the first 200 of the faulty pictures, over HTTP and MCP [14.publish]', async () => {
    const hashes = Array.from({ length: 201 }, (_, n) => n.toString(16).padStart(64, '0'));
    const content = hashes.map((sha256) => `![a](picture:${sha256})`).join('\n');
    const { body } = await created(content);
    const pictures = hashes.slice(0, 200).map((sha256) => ({ sha256, reason: 'missing' }));
    const refused = await desk.api.publish(body.id, { expectedVersion: 1 });
    expect(refused.body.details).toEqual({ pictures });
    const someone = await assistant(desk.url, desk.key, 'modern');
    const call = { id: body.id, expectedVersion: 1, idempotencyKey: randomUUID() };
    const result = await someone.call('publish_publication', call);
    expect(result.body.details).toEqual({ pictures });
    await someone.close();
  });

  it('is refused if its revision names a missing picture, or one without alternative text [14.publish]', async () => {
    const absent = await picture('png', 50, 40);
    const mute = await picture('png', 50, 40);
    const blank = await picture('png', 50, 40);
    const fine = await picture('png', 50, 40);
    for (const { bytes } of [mute, blank, fine]) await put(desk.api, bytes);
    const invisible = naming(blank, '&#8203;&shy;');
    const content = [naming(fine), naming(mute, ''), invisible, naming(absent)].join('\n\n');
    const { body } = await created(content);
    const refused = await desk.api.publish(body.id, { expectedVersion: 1 });
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      422,
      'picture_missing',
      {
        pictures: [
          { sha256: mute.sha256, reason: 'no_alternative_text' },
          { sha256: blank.sha256, reason: 'no_alternative_text' },
          { sha256: absent.sha256, reason: 'missing' },
        ],
      },
    ]);
    // An update of the title keeps the faulty pictures. An edit of the content removes the faults.
    await desk.api.update(body.id, { expectedVersion: 1, title: 'Another title' });
    const still = await desk.api.publish(body.id, { expectedVersion: 2 });
    expect(still.body.code).toBe('picture_missing');
    const edits = [
      { find: naming(mute, ''), replace: naming(mute) },
      { find: invisible, replace: naming(blank) },
      { find: naming(absent), replace: 'No picture.' },
    ];
    await desk.api.update(body.id, { expectedVersion: 2, edits });
    const accepted = await desk.api.publish(body.id, { expectedVersion: 3 });
    expect(accepted.status).toBe(202);
    // A restored revision names the same pictures as the original revision.
    await desk.api.update(body.id, { expectedVersion: 3, restoreVersion: 2 });
    const restored = await desk.api.publish(body.id, { expectedVersion: 4 });
    expect(restored.body.details).toEqual(refused.body.details);
  });
});

describe('a page', () => {
  it('offers a picture in several widths and formats, with its size in the HTML [14.page]', async () => {
    const { bytes, sha256 } = await picture('jpeg', 2_000, 1_000);
    await put(desk.api, bytes);
    const content = `Before.\n\n${naming({ sha256 })}\n\nAfter.`;
    const { url } = await released(desk.api, { content });
    const page = await readPage(url);
    const [shown] = page.all('picture');
    const [source, image] = shown!.inside;
    const set = (extension: string) =>
      [480, 960, 1440]
        .map((width) => `/pictures/${sha256}-${width}.${extension} ${width}w`)
        .join(', ');
    expect(source).toMatchObject({
      tag: 'source',
      attributes: { type: 'image/webp', srcset: set('webp') },
    });
    expect(image).toMatchObject({
      tag: 'img',
      attributes: {
        src: `/pictures/${sha256}-960.jpg`,
        srcset: set('jpg'),
        alt: 'A chart of the harvest',
        width: '2000',
        height: '1000',
        loading: 'lazy',
      },
    });
    expect(page.meta('og:image')).toEqual([`${desk.url}/pictures/${sha256}-960.jpg`]);
    expect(page.meta('twitter:card')).toEqual(['summary_large_image']);
    const markdown = await (await fetch(`${url}.md`)).text();
    expect(markdown).toContain(`![A chart of the harvest](${desk.url}/pictures/${sha256}-960.jpg)`);
  });

  it('[9.page-opengraph] is shared with its first picture of at least 300 px, not with a smaller one', async () => {
    const [small, large] = [await picture('png', 299, 400), await picture('jpeg', 300, 200)];
    for (const { bytes } of [small, large]) await put(desk.api, bytes);
    const alone = await released(desk.api, { content: naming(small) });
    const both = await released(desk.api, { content: `${naming(small)}\n\n${naming(large)}` });
    const [first, second] = [await readPage(alone.url), await readPage(both.url)];
    expect([first.meta('og:image'), first.meta('twitter:card')]).toEqual([[], ['summary']]);
    expect(second.meta('og:image')).toEqual([`${desk.url}/pictures/${large.sha256}-300.jpg`]);
    expect(second.meta('twitter:card')).toEqual(['summary_large_image']);
  });

  it('shows a picture that has a title and its own paragraph as a figure with a caption [14.caption]', async () => {
    const made = await picture('png', 64, 64);
    await put(desk.api, made.bytes);
    const caption = 'The <harvest>, by year';
    const alone = naming(made, 'Bars', caption);
    const content = `${alone}\n\nIn ${alone} text.\n\n- ${alone}\n`;
    const { url } = await released(desk.api, { content });
    const page = await readPage(url);
    const figures = page.all('figure.picture');
    expect(figures.map(({ inside }) => inside.map(({ tag }) => tag))).toEqual([
      ['picture', 'source', 'img', 'figcaption'],
    ]);
    expect(page.text('figcaption')).toBe(caption);
    const titles = page.all('img').map(({ attributes }) => attributes['title']);
    expect(titles).toEqual([undefined, caption, caption]);
  });
});

describe('the address of a picture', () => {
  it('answers 200 only while a released revision names the picture, and 404 for other hashes, widths and formats [14.public]', async () => {
    const made = await picture('jpeg', 700, 500);
    await put(desk.api, made.bytes);
    const path = `/pictures/${made.sha256}-480.webp`;
    const { body } = await created(naming(made));
    expect((await fetched(path)).status).toBe(404);
    await desk.api.publish(body.id, { expectedVersion: 1 }, LONG_WAIT);
    const shown = await fetched(path);
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    });
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(shown.headers.get('content-length')).toBe(String(bytes.length));
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 343,
    });
    const etag = shown.headers.get('etag')!;
    expect((await fetched(path, { 'If-None-Match': etag })).status).toBe(304);
    for (const other of ['-481.webp', '-480.png', '-480', '-480.webp.exe', '-0480.webp']) {
      expect((await fetched(`/pictures/${made.sha256}${other}`)).status).toBe(404);
    }
    expect((await fetched(`/pictures/${made.sha256.replace(/./g, '0')}-480.webp`)).status).toBe(
      404,
    );
    const words = ['publications', 'withdraw', body.id, '--reason', 'Wrong.'];
    await operator(desk.databaseUrl, ...words);
    expect((await fetched(path)).status).toBe(404);
    expect((await fetched(path, { 'If-None-Match': etag })).status).toBe(404);
  });

  it('serves a large picture whole [14.streamed]', async () => {
    const made = await animation(60, 480, 360);
    await put(desk.api, made.bytes, made.sha256, { 'Content-Type': 'image/gif' });
    const noisy = await picture('png', 1_440, 900);
    await put(desk.api, noisy.bytes);
    await released(desk.api, { content: [naming(made), naming(noisy)].join('\n\n') });
    const [row] = await sql<{ body: Buffer }>(
      desk.databaseUrl,
      `SELECT body FROM picture_file WHERE sha256 = $1 AND width = 1440 AND extension = 'png'`,
      [noisy.sha256],
    );
    expect(row!.body.length).toBeGreaterThan(2 * 256 * 1024);
    const sent = await (await fetched(`/pictures/${noisy.sha256}-1440.png`)).arrayBuffer();
    expect(Buffer.from(sent).equals(row!.body)).toBe(true);
    const head = await fetch(`${desk.url}/pictures/${noisy.sha256}-1440.png`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(row!.body.length));
  });

  it('stops sending a large picture when its file is removed, because no process holds the whole file [14.streamed]', async () => {
    const made = await picture('png', 90, 60);
    await put(desk.api, made.bytes);
    await released(desk.api, { content: naming(made) });
    // This size is far above the amount of data that sockets buffer while nobody reads.
    const size = 32 * 1024 * 1024;
    await sql(
      desk.databaseUrl,
      `UPDATE picture_file SET bytes = ${size}, body = decode(repeat('00', ${size}), 'hex')
       WHERE sha256 = $1 AND extension = 'png'`,
      [made.sha256],
    );
    const shown = await fetched(`/pictures/${made.sha256}-90.png`);
    expect(shown.headers.get('content-length')).toBe(String(size));
    await sql(desk.databaseUrl, `DELETE FROM picture_file WHERE sha256 = $1`, [made.sha256]);
    await expect(shown.arrayBuffer()).rejects.toThrow('terminated');
  });

  it('works only after a release, not because of a draft of another account with the same bytes [14.apart]', async () => {
    const other = await desk.caller();
    const made = await picture('png', 90, 60);
    for (const { api } of [desk, other]) await put(api, made.bytes);
    const path = `/pictures/${made.sha256}-90.png`;
    const hidden = await other.api.create(newDocument({ content: naming(made) }));
    expect((await fetched(path)).status).toBe(404);
    const { id } = await released(desk.api, { content: naming(made) });
    expect((await fetched(path)).status).toBe(200);
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'Wrong.');
    expect((await fetched(path)).status).toBe(404);
    expect(
      (await other.api.publish(hidden.body.id, { expectedVersion: 1 }, LONG_WAIT)).status,
    ).toBe(202);
    expect((await fetched(path)).status).toBe(200);
  });
});

describe('a preview', () => {
  it('serves its own pictures under its token, and no others [14.preview]', async () => {
    const made = await picture('png', 600, 400);
    const other = await picture('png', 600, 400);
    await put(desk.api, other.bytes);
    const { body } = await created(naming(made, 'A chart', 'A caption'));
    const { url } = await previewOf(desk.api, body.id);
    expect(await (await fetch(url)).text()).not.toContain('<picture>');
    await put(desk.api, made.bytes);
    const page = await (await fetch(url)).text();
    const path = new URL(url).pathname;
    const [address] = /\/preview\/[\w-]+\/pictures\/[^" ]+/.exec(page)!;
    expect(address.startsWith(`${path}/pictures/${made.sha256}-`)).toBe(true);
    const shown = await fetched(address);
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const foreign = address.replace(made.sha256, other.sha256);
    expect((await fetched(foreign)).status).toBe(404);
    const forged = address.replace(/preview\/[\w-]+/, 'preview/nothing');
    expect((await fetched(forged)).status).toBe(404);
    // The article differs from the article of a release only in these addresses.
    const { body: shownBody } = await desk.api.publish(body.id, { expectedVersion: 1 }, LONG_WAIT);
    const public_ = await (await fetch(shownBody.url)).text();
    expect(articleIn(page)!.replaceAll(`${path}/pictures/`, '/pictures/')).toBe(articleIn(public_));
  });
});
