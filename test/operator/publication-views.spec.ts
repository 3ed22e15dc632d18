import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LastingCli } from '../setup/cli.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';

describe('publications', () => {
  let desk: SharedDesk;
  let cli: LastingCli;
  let id: string;

  beforeAll(async () => {
    desk = await sharedDesk();
    cli = new LastingCli({ DATABASE_URL: desk.databaseUrl, PUBLIC_BASE_URL: desk.url });
    const { api } = desk;
    const first = newDocument({ title: 'First', content: '# A\n\nOld line.\n\nKept.\n', tags: [] });
    ({ id } = expectAccepted(await api.create(first), 201));
    await api.publish(id, { expectedVersion: 1, approvedBy: 'Ada Lovelace' }, WAIT);
    const second = { title: 'Second', tags: ['one', 'two'], intent: 'review' };
    const content = '# A\n\nNew \u202eline.\rFake\n\nKept.\n';
    const change = { expectedVersion: 1, ...second, content, changeNote: 'New figures' };
    expectAccepted(await api.update(id, change), 200);
  });
  afterAll(() => cli.close());

  const member = async (query: string, name: string): Promise<unknown> => {
    const { body } = await desk.api.request('GET', `/api/v1/publications/${id}?${query}`);
    return (body as unknown as Readonly<Record<string, unknown>>)[name];
  };

  it('history shows for each revision who wrote it and why, and who released it [10.publications-history]', async () => {
    const history = await cli.json('publications', 'history', id);
    expect(history).toEqual(await member('view=history', 'history'));
    expect(history).toHaveLength(2);
    const { stdout } = await cli.run('publications', 'history', id);
    expect(stdout).toMatch(/│ 2 +│ .* http +│ .*│ review +│ Second +│ New figures +│ – +│ – +│/);
    expect(stdout).toMatch(/│ 1 +│ .*│ draft +│ First +│ – +│ .* UTC │ Ada Lovelace \(key\) +│/);
  });

  it('changes shows the unreleased changes, with control characters made visible [10.publications-changes]', async () => {
    const changes = await cli.json('publications', 'changes', id);
    expect(changes).toEqual(await member('view=changes', 'changes'));
    const { stdout } = await cli.run('publications', 'changes', id);
    expect(stdout).toMatch(/│ changed +│ title content tags intent +│/);
    expect(stdout).toMatch(/│ lines of content +│ 1 added, 1 removed +│/);
    expect(stdout).toMatch(/│ title +│ First +│ Second +│/);
    expect(stdout).toMatch(/│ tags +│ +│ one two +│/);
    expect(stdout).toContain('\n-Old line.\n+New \\u202eline.\\u000dFake\n');
    expect(stdout).not.toMatch(/[\r\u202e]/);
  });

  it('changes compares with the revision that --since gives [10.publications-changes]', async () => {
    const since = await cli.json('publications', 'changes', id, '--since', '2');
    expect(since).toEqual(await member('view=changes&since=2', 'changes'));
    expect(since).toMatchObject({ from: 2, to: 2, changedFields: [] });
    const { stdout } = await cli.run('publications', 'changes', id, '--since', '2');
    expect(stdout).toMatch(/│ changed +│ +│/);
  });

  it.each([
    [['--since', '9'], 1, /^imprimatur: This publication has no revision with this number.*\n$/],
    [['--since', '0'], 2, /revision/],
  ])('changes refuses %j with status %i [10.publications-changes]', async (words, status, why) => {
    const ended = await cli.run('publications', 'changes', id, ...words);
    expect(ended).toMatchObject({ status, stdout: '' });
    expect(ended.stderr).toMatch(why);
  });

  it('changes shows the whole document if nothing of it is public [10.publications-changes]', async () => {
    const draft = expectAccepted(await desk.api.create(newDocument()), 201);
    const { stdout } = await cli.run('publications', 'changes', draft.id);
    expect(stdout).toMatch(/│ from +│ – +│/);
    expect(stdout).toContain('@@ -0,0 +1');
  });
});
