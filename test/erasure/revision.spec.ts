import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LastingCli } from '../setup/cli.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { newDocument, OTHER, WAIT } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { previewOf } from '../setup/preview.js';
import { expectAccepted, expectFaults, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { newPerson } from '../desk/person.js';
import { marked, newMarker, placesOf } from './marker.js';

describe('publications erase ID --version N', () => {
  const marker = newMarker();
  let desk: SharedDesk;
  let cli: LastingCli;
  let id: string;
  let preview: string;
  let report: Readonly<Record<string, unknown>>;
  const keys = { first: `first-${marker}`, publish: `publish-${marker}` };

  const erase = (version: number) =>
    cli.run('--yes', 'publications', 'erase', id, `--version=${version}`, '--reason=a name in it');
  const view = async (query: string) => {
    const { status, body } = await desk.api.request('GET', `/api/v1/publications/${id}?${query}`);
    return { status, body: body as unknown as Readonly<Record<string, unknown>> };
  };
  const erased = { at: expect.stringMatching(/Z$/) as string, reason: 'a name in it' };

  beforeAll(async () => {
    desk = await sharedDesk();
    cli = new LastingCli({ DATABASE_URL: desk.databaseUrl, PUBLIC_BASE_URL: desk.url });
    const { api } = desk;
    const first = { ...newDocument(), ...marked(marker) };
    ({ id } = expectAccepted(await api.create(first, { key: keys.first }), 201));
    const person = await newPerson(desk, desk.accountId);
    const notes = `/desk/${id}/notes`;
    const passage = { place: 'title', quote: `Title ${marker}`, text: `See ${marker}` };
    await person.post(notes, { ...(await person.form(notes, notes)), ...passage });
    expect(await placesOf(desk.databaseUrl, marker)).toContain('note.quote');
    const approvedBy = `Approver ${marker}`;
    await api.publish(id, { expectedVersion: 1, approvedBy }, { ...WAIT, key: keys.publish });
    await api.update(id, { expectedVersion: 1, ...OTHER, content: 'Nothing.' });
    await api.publish(id, { expectedVersion: 2 }, WAIT);
    await api.update(id, { expectedVersion: 2, title: 'Third' });
  });
  afterAll(() => cli.close());

  it('[15.erase-refused] is refused for the working revision, the public revision, and a version that never existed', async () => {
    const refusals = [
      [3, /^imprimatur: Version 3 cannot be erased while it is the working revision: .*\n$/],
      [2, /^imprimatur: Version 2 cannot be erased while it is public: .*\n$/],
      [9, /^imprimatur: Publication \S+ has no version 9\.\n$/],
    ] as const;
    for (const [version, why] of refusals) {
      const ended = await erase(version);
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toMatch(why);
    }
  });

  it('[15.erase-revision] removes the text of one revision from every table, and leaves the other revisions', async () => {
    ({ url: preview } = await previewOf(desk.api, id, 1));
    expect((await fetch(preview)).status).toBe(200);
    expect(await placesOf(desk.databaseUrl, marker)).toContain('decision.decided_by');
    const words = ['publications', 'erase', id, '--version', '1', '--reason', 'a name in it'];
    report = await cli.json(...words);
    expect(await placesOf(desk.databaseUrl, marker)).toEqual([]);
    expect(report).toMatchObject({
      id,
      version: 1,
      reason: 'a name in it',
      removed: { revision: 1, accepted_write: 2, released_version: 1, decision: 1 },
    });
    const { body } = await desk.api.read(id);
    expect(body).toMatchObject({ version: 3, publishedVersion: 2, title: 'Third' });
  });

  it('[15.erased-version] makes the address of the version answer 410, and keeps its record hash in the chain', async () => {
    const { body } = await desk.api.read(id);
    for (const end of ['@1', '@1.md', '@1.jws']) {
      expect([end, (await fetch(body.url + end)).status]).toEqual([end, 410]);
    }
    const list = await (await fetch(`${body.url}/versions`)).text();
    expect(list).not.toContain(marker);
    const chain = await sql<{ version: number; sha256: Buffer; jws: string | null }>(
      desk.databaseUrl,
      'SELECT version, sha256, jws FROM signed_record WHERE publication_id = $1 ORDER BY number',
      [id],
    );
    expect(chain.map(({ version, jws }) => [version, jws === null])).toEqual([
      [1, true],
      [2, false],
    ]);
    const second = Buffer.from(chain[1]!.jws!.split('.')[1]!, 'base64url').toString();
    const { previous } = JSON.parse(second) as { previous: string };
    expect(previous).toBe(chain[0]!.sha256.toString('hex'));
  });

  it('[15.erased-reading] makes both interfaces show when and why the revision was erased, instead of its text', async () => {
    for (const query of ['', '&view=summary', '&view=outline', '&find=a', '&section=x']) {
      const { status, body } = await view(`revision=1${query}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id, version: 3, publishedVersion: 2, revision: 1, erased });
      for (const name of Object.keys(marked(''))) {
        expect(body).not.toHaveProperty(name);
      }
    }
    const host = await assistant(desk.url, desk.key, 'modern');
    const told = await host.call('get_publication', { id, revision: 1 });
    expect(told.structured).toMatchObject({ revision: 1, erased });
    await host.close();
  });

  it('[15.erased-history] keeps the revision in the history, with its number, times and key', async () => {
    const { body } = await view('view=history');
    expect(body['history']).toMatchObject([
      { version: 3, title: 'Third' },
      { version: 2, title: OTHER.title },
      { version: 1, erased, channel: 'http', keyId: expect.any(String) as string },
    ]);
    const [, , first] = body['history'] as object[];
    expect(first).not.toHaveProperty('title');
    expect(first).toHaveProperty('publishedAt', expect.stringMatching(/Z$/));
    expect(await cli.json('publications', 'history', id)).toEqual(body['history']);
    const { stdout } = await cli.run('publications', 'history', id);
    expect(stdout).toMatch(/│ 1 +│.*│ erased \S+Z: a name in it +│/);
  });

  it('[15.erased-no-comparison] makes comparing, restoring and previewing the revision impossible', async () => {
    for (const query of [
      'view=changes&since=1',
      'view=changes&revision=1',
      'view=preview&revision=1',
    ]) {
      const { status, body } = await view(query);
      expect({ query, status, code: body['code'] }).toEqual({
        query,
        status: 404,
        code: 'not_found',
      });
      expect(body['detail']).toBe('Version 1 was erased: it cannot be compared or previewed.');
    }
    expect((await fetch(preview)).status).toBe(404);
    expect((await fetch(`${preview}/changes`)).status).toBe(404);
    const restoring = await desk.api.update(id, { expectedVersion: 3, restoreVersion: 1 });
    expectFaults(restoring, 'restoreVersion');
    expect(restoring.text).toContain('must not be a version that was erased');
  });

  it('[15.erased-replay] leaves no answer to replay: a repeated write gets version_conflict', async () => {
    const { api } = desk;
    const again = await api.publish(id, { expectedVersion: 1 }, { key: keys.publish });
    expectRefusal(again, 409, 'version_conflict');
    expect(again.body.details['changedFields']).toEqual([]);
    const edits = [{ find: 'a', replace: 'b' }];
    const stale = await api.update(id, { expectedVersion: 1, edits });
    expectRefusal(stale, 409, 'version_conflict');
  });

  it('[15.erase-again] removes nothing when it is run again, and reports the same', async () => {
    const words = ['publications', 'erase', id, '--version', '1', '--reason', 'another'];
    const again = await cli.json<typeof report>(...words);
    expect({ ...again, removed: null }).toEqual({ ...report, removed: null });
    const nothing = Object.keys(report['removed'] as object).map((table) => [table, 0]);
    expect(again['removed']).toEqual(Object.fromEntries(nothing));
  });

  it('[15.erase-revision] is refused once the whole document was erased', async () => {
    await cli.json('publications', 'erase', id, '--reason', 'all of it');
    expectRefusal(await desk.api.read(id), 404, 'not_found');
    const ended = await erase(2);
    expect(ended).toMatchObject({
      status: 1,
      stderr: `imprimatur: Publication ${id} was erased as a whole.\n`,
    });
  });
});
