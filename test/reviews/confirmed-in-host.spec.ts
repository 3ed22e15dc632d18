import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReleaseRecord } from '../../src/signatures/record.js';
import { newPerson } from '../desk/person.js';
import { Cli } from '../setup/cli.js';
import { filesIn, folderOf } from '../operator/folder.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { assistant, type Person } from '../setup/mcp.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';

const desk = await sharedDesk();
await operator(desk.databaseUrl, 'accounts', 'set-release-rule', desk.accountId, 'confirmed');

/** A script that answers the question itself. */
const script: Person = () => ({
  action: 'accept',
  content: { decision: 'release', name: 'The CEO' },
});

async function released(program: string): Promise<{ readonly id: string; readonly url: string }> {
  const { id } = expectAccepted(await desk.api.create(newDocument({ intent: 'review' })), 201);
  const client = await assistant(desk.url, desk.key, 'modern', script, program);
  const args = { id, expectedVersion: 1, idempotencyKey: randomUUID(), waitSeconds: 30 };
  const { isError } = await client.call('publish_publication', args);
  await client.close();
  expect(isError).toBe(false);
  return { id, url: expectAccepted(await desk.api.read(id, WAIT.headers), 200).url };
}

const text = async (url: string): Promise<string> => (await fetch(url)).text();

const unescaped = (html: string): string =>
  html
    .replaceAll(/<[^>]*>|\s+/g, (part) => (part.startsWith('<') ? '' : ' '))
    .replaceAll(
      /&(lt|gt|quot|amp);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name]!,
    );

/** Every sentence and field that says how the release was confirmed. */
async function told(id: string, url: string): Promise<Record<string, unknown>> {
  const [page, version, versions, current, markdown, feed, record, person, { body }] =
    await Promise.all([
      text(url),
      text(`${url}@1`),
      text(`${url}/versions`),
      text(`${url}.md`),
      text(`${url}@1.md`),
      text(`${desk.url}/en/feed.xml`),
      text(`${url}@1.jws`),
      newPerson(desk, desk.accountId, 'Ada Example'),
      desk.api.request('GET', `/api/v1/publications/${id}?view=history`),
    ]);
  const entry = feed.split('<entry').find((part) => part.includes(id))!;
  const payload = Buffer.from(record.split('.')[1]!, 'base64url').toString();
  const { approvedVia, approvedIn = null } = JSON.parse(payload) as ReleaseRecord;
  const jsonLd = JSON.parse(
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)![1]!,
  );
  const [queue, document] = await Promise.all([person.open('/desk'), person.open(`/desk/${id}`)]);
  const sentence = (html: string): string[] =>
    (unescaped(html).match(/The CEO\W*confirmed in .*?, as that program states/g) ?? []).map(
      (found) => found.replace(/^.*?(?=confirmed)/, ''),
    );
  return {
    page: sentence(page),
    version: sentence(version),
    versions: sentence(versions),
    queue: sentence(queue.text.split(`/desk/${id}`)[1]!)[0],
    document: sentence(document.text)[0],
    jsonLd: jsonLd.publication.description,
    record: { approvedVia, approvedIn },
    markdown: [current, markdown].map((file) =>
      JSON.parse(/^approvedIn: (.*)$/m.exec(file)?.[1] ?? 'null'),
    ),
    feed: unescaped(/<approvedIn.*?<\/approvedIn>/s.exec(entry)?.[0] ?? '') || null,
    history: (body as unknown as { history: { approvedIn: string }[] }).history[0]!.approvedIn,
  };
}

describe('a script that answers its own question', () => {
  it.each([
    ['Claude Code', 'Claude Code'],
    [`\u202E</bdi>\n\0<i>"&${'é'.repeat(300)}`, `</bdi><i>"&${'é'.repeat(89)}`],
    [' \u3164\u200B', null],
  ])(
    '[9.approved-via] [8.client] [15.signed] releases in the words of its host, everywhere, if it calls itself %j',
    async (program, approvedIn) => {
      const { id, url } = await released(program);
      const said = `confirmed in ${approvedIn ?? 'an assistant'}, as that program states`;
      expect(await told(id, url)).toEqual({
        page: [said],
        version: [said],
        versions: [said],
        queue: said,
        document: said,
        jsonLd: `Released by the person named, ${said}`,
        record: { approvedVia: 'host', approvedIn },
        markdown: [approvedIn, approvedIn],
        feed: approvedIn,
        history: approvedIn,
      });
      expect(await text(url)).not.toMatch(/Approved by|\u202E/);
      const folder = join(await folderOf(), 'evidence');
      await operator(desk.databaseUrl, 'publications', 'evidence', id, folder);
      const { stdout } = await new Cli({}).run('verify', folder, '--json');
      expect(JSON.parse(stdout)).toMatchObject({ valid: true, failures: [] });
      const site = await new Cli({}).run('verify', url, '--json');
      const report = { valid: true, approvedBy: 'The CEO', approvedVia: 'host', approvedIn };
      expect(JSON.parse(site.stdout)).toMatchObject(report);
    },
  );

  it('[9.approved-via] keeps its name in an export, and on the page until a release at the desk', async () => {
    const { id, url } = await released('Claude Code');
    const folder = await folderOf();
    const words = ['publications', 'export', folder, '--account', desk.accountId];
    await operator(desk.databaseUrl, ...words);
    expect((await filesIn(folder))[`${new URL(url).pathname.slice(1)}.md`]).toContain(
      '\napprovedVia: "host"\napprovedIn: "Claude Code"\n',
    );
    expectAccepted(await desk.api.update(id, { expectedVersion: 1, title: 'Second' }), 200);
    const person = await newPerson(desk, desk.accountId, 'Ada Example');
    const action = `/desk/${id}/release`;
    await person.post(action, await person.form(`/desk/${id}`, action));
    await desk.api.read(id, WAIT.headers);
    const page = await text(url);
    expect(page).toMatch(/Ada Example<\/bdi> at the desk/);
    expect(page).not.toContain('Claude Code');
  });

  it('[15.verify-evidence] cannot be given the name of another program in the evidence', async () => {
    const { id } = await released('Claude Code');
    const folder = join(await folderOf(), 'evidence');
    await operator(desk.databaseUrl, 'publications', 'evidence', id, folder);
    const file = join(folder, 'version-1.decision.json');
    const decision = await readFile(file, 'utf8');
    await writeFile(file, decision.replace('"Claude Code"', '"The desk"'));
    const { stdout } = await new Cli({}).run('verify', folder, '--json');
    const { failures } = JSON.parse(stdout) as { failures: object[] };
    expect(failures).toContainEqual(
      expect.objectContaining({
        message: 'Decision: the decision in this file differs from what was released.',
      }),
    );
  });
});
