import { describe, expect, it } from 'vitest';
import { filesIn, folderOf } from '../operator/folder.js';
import type { AnswerBody } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { newPerson } from '../desk/person.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';

const APPROVER = 'Ada <Lovelace>';

const desk = await sharedDesk();

/** Returns the places that state who released a document: its page, its Markdown and its feed entry. */
async function shown({
  id,
  url,
}: AnswerBody): Promise<Record<'page' | 'markdown' | 'feed', string>> {
  const [page, markdown, feed] = await Promise.all(
    [url, `${url}.md`, `${desk.url}/en/feed.xml`].map(async (address) =>
      (await fetch(address)).text(),
    ),
  );
  const entries = feed!.split('<entry');
  return {
    page: page!,
    markdown: markdown!,
    feed: entries.find((entry) => entry.includes(id)) ?? '',
  };
}

/** Exports the publications, and returns the file of the publication with this slug. */
async function exported(slug: string, ...options: readonly string[]): Promise<string> {
  const folder = await folderOf();
  const words = ['publications', 'export', folder, '--account', desk.accountId, ...options];
  await operator(desk.databaseUrl, ...words);
  return (await filesIn(folder))[`en/${slug}.md`]!;
}

const publish = async (id: string, expectedVersion: number, approvedBy?: string) =>
  expectAccepted(
    await desk.api.publish(id, { expectedVersion, ...(approvedBy && { approvedBy }) }, WAIT),
    202,
  );

describe('the approval of a release', () => {
  it('[2.approved-via] [4.approved-by] [9.released-by] is that of each release: a later version without an approver has none, and names nobody', async () => {
    const { id } = expectAccepted(await desk.api.create(newDocument()), 201);
    const first = await publish(id, 1, ` ${APPROVER} `);
    const { publishedAt } = first;
    expect(first).toMatchObject({ approvedBy: APPROVER, approvedVia: 'key' });
    expectAccepted(await desk.api.update(id, { expectedVersion: 1, title: 'Second' }), 200);
    const second = await publish(id, 2);
    expect(second).toMatchObject({ approvedBy: null, approvedVia: null });
    const { body } = await desk.api.request('GET', `/api/v1/publications/${id}?view=history`);
    expect(body).toMatchObject({
      history: [{ approvedVia: null }, { approvedBy: APPROVER, approvedVia: 'key', publishedAt }],
    });
    const { page, markdown, feed } = await shown(second);
    expect(page).toContain('Second');
    for (const text of [page, markdown, feed]) expect(text).not.toContain('Ada');
    expect(page).not.toContain('Released by');
    expect(page).toContain('<dt>Publisher</dt>');
  });

  it('[9.released-by] is shown as stated by the publisher on the page, in Markdown, in the feed and in an export, but not in an export of working revisions', async () => {
    const { id } = expectAccepted(await desk.api.create(newDocument()), 201);
    const document = await publish(id, 1, APPROVER);
    const { page, markdown, feed } = await shown(document);
    expect(page).toContain('Ada &lt;Lovelace&gt;</bdi> — as stated by the publisher');
    expect(page).toMatch(/<dt>Publisher<\/dt>\s*<dd><bdi lang="en">[^<]+<\/bdi>/);
    expect(page).toContain('"publishedBy":{"@type":"Person","name":"Ada \\u003cLovelace\\u003e"}');
    expect(markdown).toMatch(
      /\napprovedBy: "Ada <Lovelace>"\npublisher: ".+"\napprovedVia: "key"\n/,
    );
    expect(feed).toContain('<approvedBy xmlns="urn:imprimatur:release">Ada &lt;Lovelace&gt;<');
    expect(feed).toMatch(/<publisher xmlns="[^"]+">[^<]+</);
    expect(feed).toContain('<approvedVia xmlns="urn:imprimatur:release">key<');
    expectAccepted(await desk.api.update(id, { expectedVersion: 1, title: 'Not approved' }), 200);
    expect(await exported(document.slug)).toContain('\napprovedBy: "Ada <Lovelace>"\n');
    const working = await exported(document.slug, '--drafts');
    expect(working).toContain('Not approved');
    expect(working).not.toMatch(/\n(?:approvedBy|publisher):/);
  });

  it('[9.approved-via] is shown as given at the desk, until a release with a key', async () => {
    const { id } = expectAccepted(await desk.api.create(newDocument({ intent: 'review' })), 201);
    const person = await newPerson(desk, desk.accountId, APPROVER);
    const action = `/desk/${id}/release`;
    await person.post(action, await person.form(`/desk/${id}`, action));
    const document = expectAccepted(await desk.api.read(id, { Prefer: 'wait=20' }), 200);
    const { page, markdown, feed } = await shown(document);
    expect(page).toMatch(
      /<dt>Approved by<\/dt>\s*<dd><bdi lang="en">Ada &lt;Lovelace&gt;<\/bdi> at the desk</,
    );
    expect(page).toContain('"description":"Approved by Ada \\u003cLovelace\\u003e at the desk"');
    expect(page).not.toContain('as stated');
    expect(markdown).toMatch(
      /\napprovedBy: "Ada <Lovelace>"\npublisher: ".+"\napprovedVia: "desk"\n/,
    );
    expect(feed).toContain('<approvedVia xmlns="urn:imprimatur:release">desk<');
    // The next release is approved with a key, not at the desk.
    expectAccepted(await desk.api.update(id, { expectedVersion: 1, title: 'Second' }), 200);
    const later = await shown(await publish(id, 2, 'Grace'));
    expect(later.page).toContain('>Grace</bdi> — as stated by the publisher');
  });

  it('[9.released-by] is deleted from the page by a withdrawal', async () => {
    const { id } = expectAccepted(await desk.api.create(newDocument()), 201);
    await publish(id, 1, APPROVER);
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    const { page } = await shown(await publish(id, 1, 'Grace'));
    expect(page).toContain('>Grace</bdi>');
  });
});
