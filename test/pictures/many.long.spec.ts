import { describe, expect, it } from 'vitest';
import type { MissingPicture } from '../../src/pictures/upload-addresses.service.js';
import { drawPicture } from '../campaign/pictures.js';
import { Random } from '../campaign/random.js';
import { sharedDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { readPage } from '../setup/read-page.js';
import { expectAccepted } from '../setup/refusal.js';
import type { MadePicture } from './pictures.js';

const PICTURES = 200;
/** Maximum number of missing pictures that the answer of a tool names. */
const NAMED = 50;
/** Number of concurrent uploads. */
const AT_ONCE = 4;

const desk = await sharedDesk();

/** Makes pictures that are not stored yet, and content that shows them. */
function pictures(seed: number): { made: ReadonlyMap<string, MadePicture>; content: string } {
  const random = new Random(seed);
  const made = Array.from({ length: PICTURES }, () => drawPicture(random));
  return {
    made: new Map(made.map((one) => [one.sha256, one])),
    content: made.map(({ sha256 }, at) => `![Chart ${at}](picture:${sha256})`).join('\n\n'),
  };
}

async function upload(
  missing: readonly MissingPicture[],
  made: ReadonlyMap<string, MadePicture>,
): Promise<void> {
  const waiting = [...missing];
  const send = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const body = new Uint8Array(made.get(next.sha256)!.bytes);
      const { status } = await fetch(next.uploadUrl, { method: 'PUT', body });
      expect(status).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
}

const missingOf = (body: object): readonly MissingPicture[] =>
  (body as { missingPictures?: readonly MissingPicture[] }).missingPictures ?? [];

describe('a document with 200 pictures', () => {
  it('gets a list of all missing pictures, and shows all pictures once they are uploaded [14.missing] [14.page]', async () => {
    const { made, content } = pictures(1);
    const answer = expectAccepted(await desk.api.create(newDocument({ content })), 201);
    expect(missingOf(answer).map(({ sha256 }) => sha256)).toEqual([...made.keys()]);
    const refused = await desk.api.publish(answer.id, { expectedVersion: 1 });
    expect(refused.body.details['pictures']).toHaveLength(PICTURES);
    await upload(missingOf(answer), made);
    expectAccepted(await desk.api.publish(answer.id, { expectedVersion: 1 }, LONG_WAIT), 202);
    const shown = (await readPage(answer.url)).all('img');
    expect(shown).toHaveLength(PICTURES);
    for (const { attributes } of [shown[0]!, shown.at(-1)!]) {
      expect((await fetch(desk.url + attributes['src']!)).status).toBe(200);
    }
  });

  it('gets a list of 50 missing pictures from a tool, and of 50 more with each update [14.missing] [8.write-answers]', async () => {
    const { made, content } = pictures(2);
    const someone = await assistant(desk.url, desk.key, 'modern');
    let answer = await someone.call('create_publication', {
      ...newDocument({ content }),
      idempotencyKey: 'many-0',
    });
    const { id } = answer.body;
    for (let left = PICTURES; left > 0; left -= NAMED) {
      const missing = missingOf(answer.body);
      expect(missing).toHaveLength(NAMED);
      const isAll = left === NAMED;
      expect(answer.body.note.includes(`${left} pictures are missing`)).toBe(!isAll);
      await upload(missing, made);
      answer = await someone.call('update_publication', {
        id,
        expectedVersion: answer.body.version,
        changeNote: 'More pictures.',
        title: `With ${PICTURES - left + NAMED} pictures`,
        idempotencyKey: `many-${left}`,
      });
    }
    expect(missingOf(answer.body)).toEqual([]);
    await someone.close();
  });
});
