import { beforeAll, describe, expect, it } from 'vitest';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { released } from '../setup/released.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

describe('publications withdraw', () => {
  let desk: SharedDesk;
  beforeAll(async () => {
    desk = await sharedDesk();
  });

  const withdraw = (id: string): Promise<object> =>
    operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');

  it('[10.withdraw] removes the page and its search entry, and records the reason in the audit', async () => {
    const { id, url, locale, slug } = await released(desk.api, { title: 'Numbat' });
    expect(await withdraw(id)).toEqual({ id, locale, slug, places: [] });
    for (const address of [url, `${url}.md`]) expect((await fetch(address)).status).toBe(410);
    const found = await fetch(`${desk.url}/search.json?q=numbat`);
    expect(await found.json()).toMatchObject({ total: 0, hits: [] });
    const actions = await sql(
      desk.databaseUrl,
      `SELECT account_id AS account, details FROM operator_action
        WHERE action = 'publications withdraw' AND account_id = $1`,
      [desk.accountId],
    );
    expect(actions).toEqual([
      {
        account: desk.accountId,
        details: { publicationId: id, locale, slug, reason: 'a mistake' },
      },
    ]);
  });

  it('[3.withdrawn-told] is undone neither by a repeated publish nor by one whose If-Match names the state before', async () => {
    const { id, url } = expectAccepted(await desk.api.create(newDocument()), 201);
    const publish = () => desk.api.publish(id, { expectedVersion: 1 }, { key: id, ...LONG_WAIT });
    expectAccepted(await publish(), 202);
    const before = (await desk.api.read(id)).headers.get('ETag')!;
    await withdraw(id);
    const again = await publish();
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([202, 'true']);
    const headers = { 'If-Match': before };
    const stale = await desk.api.publish(id, { expectedVersion: 1 }, { headers });
    expectRefusal(stale, 412, 'precondition_failed');
    expect((await desk.api.read(id)).body).toMatchObject({
      state: 'draft',
      publishedVersion: null,
    });
    expect((await fetch(url)).status).toBe(410);
  });

  it('[10.withdraw] is refused if there is nothing to withdraw', async () => {
    const { id } = expectAccepted(await desk.api.create(newDocument()), 201);
    await expect(withdraw(id)).rejects.toThrow(/ ended 1: imprimatur: .*neither public.*\n$/);
  });
});
