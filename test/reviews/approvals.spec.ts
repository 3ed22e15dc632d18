import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReleaseRecord } from '../../src/signatures/record.js';
import { type Approver, newPerson, type Person } from '../desk/person.js';
import { folderOf } from '../operator/folder.js';
import { Cli } from '../setup/cli.js';
import { type Caller, sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';

const desk = await sharedDesk();
const { databaseUrl } = desk;
const cli = new Cli({ DATABASE_URL: databaseUrl });

interface Newsroom extends Caller {
  readonly ada: Approver;
  readonly grace: Approver;
  readonly linus: Approver;
}

/** Makes an account whose documents need `approvals` approvals, with three approvers. */
async function newsroom(approvals: number): Promise<Newsroom> {
  const caller = await desk.caller();
  const { accountId } = caller;
  const rule = ['accounts', 'set-release-rule', accountId, 'desk', '--approvals', `${approvals}`];
  await operator(databaseUrl, ...rule);
  const [ada, grace, linus] = await Promise.all(
    ['Ada', 'Grace', 'Linus'].map((name) => newPerson(desk, accountId, `${name} Example`)),
  );
  return { ...caller, ada: ada!, grace: grace!, linus: linus! };
}

/** An account with two approvals, for tests that leave its approvers as they are and do not look at its queue. */
const common = await newsroom(2);

const offered = async ({ api }: Caller = common): Promise<string> =>
  expectAccepted(await api.create(newDocument({ intent: 'review' })), 201).id;

const releaseForm = (who: Person, id: string) => who.form(`/desk/${id}`, `/desk/${id}/release`);
const approve = async (who: Person, id: string) =>
  who.post(`/desk/${id}/release`, await releaseForm(who, id));
const read = async (id: string, { api }: Caller = common) =>
  (await api.read(id, { Prefer: 'wait=20' })).body;
const sendBack = async (who: Person, id: string) => {
  const action = `/desk/${id}/send-back`;
  return who.post(action, { ...(await who.form(`/desk/${id}`, action)), note: 'Not yet.' });
};

describe('a version that two persons approve', () => {
  it('[7.approvals] [7.approval-cost] [7.approvals-shown] [2.approvals] [13.approve] is released by the second approval, for one unit, and each approval is in the audit', async () => {
    const room = await newsroom(2);
    const { ada, grace } = room;
    const id = await offered(room);
    const used = async () => (await room.api.usage()).body.used;
    const before = await used();
    const shown = (await ada.open(`/desk/${id}`)).text;
    expect(shown).toMatch(
      /2 different people have to approve version 1[^.]*\.\s+Nobody has approved this version yet\./,
    );
    expect(shown).toMatch(/<button type="submit"[^>]*>Approve<\/button>/);
    const { status, headers } = await approve(ada, id);
    expect([status, headers.get('Location')]).toEqual([303, `/desk?after=${id}`]);
    expect((await ada.open(`/desk?after=${id}`)).text).toContain('You have approved this version.');
    const waiting = await read(id, room);
    expect(waiting).toMatchObject({
      state: 'review',
      publishedVersion: null,
      approvals: [{ id: ada.approverId, name: 'Ada Example', at: expect.any(String) as string }],
    });
    expect(await used()).toBe(before);
    expect((await grace.open('/desk')).text).toContain('Approved so far by <bdi>Ada Example</bdi>');
    const own = (await ada.open(`/desk/${id}`)).text;
    expect(own).toContain('You have approved this version.');
    expect(own).not.toContain(`action="/desk/${id}/release"`);
    const last = (await grace.open(`/desk/${id}`)).text;
    expect(last).toMatch(/<button type="submit"[^>]*>Release<\/button>/);
    expect((await approve(grace, id)).status).toBe(303);
    expect(await read(id, room)).toMatchObject({
      state: 'published',
      publishedVersion: 1,
      approvedBy: 'Grace Example',
      approvedVia: 'desk',
      approvals: [],
    });
    expect(await used()).toBe(before + 1);
    type Entry = { readonly publicationId: string | null };
    const audit = ['audit', 'list', '--account', room.accountId];
    const entries = await operator<Entry[]>(databaseUrl, ...audit);
    expect(entries.filter(({ publicationId }) => publicationId === id)).toMatchObject([
      { action: 'create', channel: 'http', keyId: expect.any(String) as string },
      { action: 'approve', channel: 'desk', keyId: ada.approverId, approvedBy: 'Ada Example' },
      { action: 'publish', channel: 'desk', keyId: grace.approverId, approvedBy: 'Grace Example' },
    ]);
  });

  it('[7.approver-named] [15.signed] [15.version-list] [15.evidence] names the approver who released it, and the evidence names both', async () => {
    const { ada, grace } = common;
    const id = await offered();
    await approve(ada, id);
    await approve(grace, id);
    const { url } = await read(id);
    const approver = { id: grace.approverId, name: 'Grace Example' };
    const jws = await (await fetch(`${url}@1.jws`)).text();
    const payload = Buffer.from(jws.split('.')[1]!, 'base64url').toString();
    const record = JSON.parse(payload) as ReleaseRecord;
    expect(record).toMatchObject({ approvedBy: 'Grace Example', approvedVia: 'desk', approver });
    const { body } = await common.api.request('GET', `/api/v1/publications/${id}?view=history`);
    expect(body).toMatchObject({
      history: [{ approvedBy: 'Grace Example', approverId: grace.approverId }],
    });
    const versions = await (await fetch(`${url}/versions`)).text();
    expect(versions).toContain(`(<code>${grace.approverId}</code>)`);
    const folder = join(await folderOf(), 'evidence');
    await operator(databaseUrl, 'publications', 'evidence', id, folder);
    const file = JSON.parse(
      await readFile(join(folder, 'version-1.decision.json'), 'utf8'),
    ) as object;
    expect(file).toMatchObject({
      decision: { by: 'Grace Example', via: 'desk', keyId: grace.approverId },
      approvals: [{ by: 'Ada Example', keyId: ada.approverId }],
    });
    expect(await operator(databaseUrl, 'verify', folder)).toMatchObject({ failures: [] });
    const verified = await operator(databaseUrl, 'verify', `${url}@1`);
    expect(verified).toMatchObject({ approvedBy: 'Grace Example', approverId: grace.approverId });
  });

  it('[7.approvals] is not released by the same person twice', async () => {
    const { ada } = common;
    const id = await offered();
    const form = await releaseForm(ada, id);
    const other = { ...form, key: crypto.randomUUID() };
    const send = (one: Record<string, string>) => ada.post(`/desk/${id}/release`, one);
    const answers = [await send(form), await send(form), await send(other)];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const { state, approvals } = await read(id);
    expect([state, approvals.length]).toEqual(['review', 1]);
  });

  it('[7.approvals-clear] [13.moved-on] loses its approvals by a new revision, and the old form is refused with what changed', async () => {
    const { ada, grace } = common;
    const id = await offered();
    const old = await releaseForm(grace, id);
    await approve(ada, id);
    await common.api.update(id, { expectedVersion: 1, title: 'Another', intent: 'review' });
    expect((await read(id)).approvals).toEqual([]);
    const refused = await grace.post(`/desk/${id}/release`, old);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('You were shown version 1; the document is at version 2 now.');
    expect(refused.text).toContain('Fields that differ: title.');
    await approve(grace, id);
    expect(await read(id)).toMatchObject({
      state: 'review',
      approvals: [{ id: grace.approverId }],
    });
  });

  it('[7.approvals-clear] loses its approvals when it is sent back', async () => {
    const { ada, grace, linus } = common;
    const id = await offered();
    await approve(ada, id);
    await sendBack(grace, id);
    expect((await read(id)).approvals).toEqual([]);
    await approve(linus, id);
    expect(await read(id)).toMatchObject({
      state: 'draft',
      publishedVersion: null,
      approvals: [{ id: linus.approverId }],
    });
    await approve(ada, id);
    expect(await read(id)).toMatchObject({ state: 'published', publishedVersion: 1 });
  });

  it('[7.approvals-clear] needs two approvals again after a withdrawal', async () => {
    const { ada, grace } = common;
    const id = await offered();
    await approve(ada, id);
    await approve(grace, id);
    await read(id);
    await operator(databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    await approve(grace, id);
    expect(await read(id)).toMatchObject({
      publishedVersion: null,
      approvals: [{ id: grace.approverId }],
    });
    await approve(ada, id);
    expect(await read(id)).toMatchObject({ publishedVersion: 1, approvedBy: 'Ada Example' });
  });

  it('[7.approvals-clear] keeps an approval when another version is withdrawn', async () => {
    const { ada, grace } = common;
    const id = await offered();
    await approve(ada, id);
    await approve(grace, id);
    await read(id);
    await common.api.update(id, { expectedVersion: 1, title: 'Another', intent: 'review' });
    await approve(ada, id);
    const old = await releaseForm(grace, id);
    await operator(databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    expect((await read(id)).approvals).toMatchObject([{ id: ada.approverId }]);
    expect((await grace.post(`/desk/${id}/release`, old)).status).toBe(409);
    await approve(grace, id);
    expect(await read(id)).toMatchObject({ publishedVersion: 2, approvals: [] });
  });

  it('[13.approve] is released by a form that is older than the first approval, and the page says so', async () => {
    const room = await newsroom(2);
    const { ada, grace } = room;
    const id = await offered(room);
    const old = await releaseForm(grace, id);
    expect(old['part']).toBe('approve');
    await approve(ada, id);
    const { status, headers } = await grace.post(`/desk/${id}/release`, old);
    const next = headers.get('Location')!;
    expect([status, next]).toEqual([303, `/desk?after=${id}&last=1`]);
    expect((await grace.open(next)).text).toContain('Yours was the last approval that was needed.');
    expect(await read(id, room)).toMatchObject({ publishedVersion: 1 });
  });

  it('[7.approvals-clear] loses the approval of a person who is revoked', async () => {
    const room = await newsroom(2);
    const { ada, grace, linus } = room;
    const id = await offered(room);
    await approve(ada, id);
    await operator(databaseUrl, 'approvers', 'revoke', ada.approverId);
    expect((await read(id, room)).approvals).toEqual([]);
    await approve(grace, id);
    expect((await read(id, room)).state).toBe('review');
    await approve(linus, id);
    expect((await read(id, room)).state).toBe('published');
  });
});

describe('the number of approvals', () => {
  it.each([
    [['desk', '--approvals', '0'], 'It must be a whole number from 1 to 5.'],
    [['desk', '--approvals', '6'], 'It must be a whole number from 1 to 5.'],
    [['desk', '--approvals', 'two'], 'It must be a whole number from 1 to 5.'],
    [['any-key', '--approvals', '2'], '--approvals can only be used with the rule desk'],
  ])('[10.set-release-rule] refuses %j', async (words, message) => {
    const { accountId } = await desk.caller();
    const { status, stderr } = await cli.run('accounts', 'set-release-rule', accountId, ...words);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it('[10.set-release-rule] [7.rule-at-once] is shown, is 1 by default, and applies at once', async () => {
    const room = await newsroom(3);
    const { accountId, ada, grace } = room;
    const show = () => operator(databaseUrl, 'accounts', 'show', accountId);
    expect(await show()).toMatchObject({ releaseRule: 'desk', approvals: 3 });
    expect((await cli.run('accounts', 'show', accountId)).stdout).toContain('desk, 3 approvals');
    const id = await offered(room);
    await approve(ada, id);
    const refused = await room.api.publish(id, { expectedVersion: 1 });
    expect(refused.body).toMatchObject({
      code: 'approval_required',
      detail:
        'In this account, 3 different people have to approve a version at the desk (`/desk`). Nothing was released.',
    });
    await operator(databaseUrl, 'accounts', 'set-release-rule', accountId, 'desk');
    expect(await show()).toMatchObject({ releaseRule: 'desk', approvals: 1 });
    await approve(grace, id);
    expect((await read(id, room)).state).toBe('published');
  });

  it('[7.approvals] [7.rule-at-once] lets each person who has approved release the version once fewer approvals are enough', async () => {
    const room = await newsroom(3);
    const { ada, grace } = room;
    const id = await offered(room);
    await approve(ada, id);
    await approve(grace, id);
    const fewer = ['set-release-rule', room.accountId, 'desk', '--approvals', '2'];
    await operator(databaseUrl, 'accounts', ...fewer);
    for (const one of [grace, ada])
      expect((await one.open(`/desk/${id}`)).text).toMatch(
        /<button type="submit"[^>]*>Release<\/b/,
      );
    await approve(ada, id);
    expect((await read(id, room)).state).toBe('published');
  });
});
