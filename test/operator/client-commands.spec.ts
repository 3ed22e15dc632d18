import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Cli } from '../setup/cli.js';
import { sharedDesk } from '../setup/desk.js';
import { folderOf } from './folder.js';

// No database exists at this address. These commands do not need a database, because they use only the HTTP API.
const cli = new Cli({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });

describe('connect', () => {
  it.each([
    ['claude-code', '"Bearer ${IMPRIMATUR_KEY}"'],
    ['cursor', '"Bearer ${env:IMPRIMATUR_KEY}"'],
    ['vscode', '"Bearer ${input:imprimatur-key}"'],
    ['codex', 'bearer_token_env_var = "IMPRIMATUR_KEY"'],
  ])(
    'prints the configuration of %s, with the key of a file or without a key [10.connect]',
    async (host, key) => {
      const { status, stdout } = await cli.run('connect', host, '--url', 'https://press.example');
      expect(status).toBe(0);
      expect(stdout).toContain('https://press.example/mcp');
      expect(stdout).toContain(key);
      if (host !== 'codex') expect(() => void JSON.parse(stdout)).not.toThrow();
      const keyFile = join(await folderOf({ 'other-key': 'imp_x\n' }), 'other-key');
      const { stdout: withKey } = await cli.run('connect', host, '--key-file', keyFile);
      expect(withKey).toContain('"Bearer imp_x"');
      expect(withKey).not.toContain('IMPRIMATUR_KEY');
    },
  );

  it.each([
    [{ PORT: '4400' }, 'http://localhost:4400/mcp'],
    [{ PUBLIC_BASE_URL: 'https://press.example' }, 'https://press.example/mcp'],
  ])('prints the address of the service with the settings %j [10.connect]', async (env, url) => {
    const { stdout } = await new Cli(env).run('connect', 'codex');
    expect(stdout).toContain(`url = "${url}"`);
  });

  it.each(['connect codex', 'publish file.md'])(
    'is refused with an address that is no origin: %s [10.connect] [10.exit-usage]',
    async (command) => {
      for (const url of ['docs.example.org', 'https://docs.example.org/path']) {
        const { status, stderr } = await cli.run(...command.split(' '), '--url', url);
        expect(status).toBe(2);
        expect(stderr).toContain('It must be the origin of the service');
      }
    },
  );

  it('names the hosts if none is given [10.connect] [10.exit-usage]', async () => {
    const { status, stderr } = await cli.run('connect');
    expect(status).toBe(2);
    expect(stderr).toMatch(/claude-code.*cursor.*vscode.*codex/s);
  });
});

describe('the skill', () => {
  it('is served unchanged at its well-known address, with the digest of its bytes [8.agent-skills]', async () => {
    const { url: site } = await sharedDesk();
    const index = await fetch(`${site}/.well-known/agent-skills/index.json`);
    const { skills } = (await index.json()) as { skills: Record<string, string>[] };
    expect(skills).toMatchObject([{ name: 'publishing', type: 'skill-md' }]);
    const [{ url, digest, description }] = skills as [Record<string, string>];
    expect(description!.length).toBeLessThanOrEqual(1_024);
    const skill = await fetch(new URL(url!, site));
    expect(skill.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
    const bytes = Buffer.from(await skill.arrayBuffer());
    const source = join(import.meta.dirname, '../../skills/publishing/SKILL.md');
    expect(bytes).toEqual(await readFile(source));
    expect(digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
    expect(bytes.toString()).toMatch(/^---\nname: publishing\ndescription: /);
  });
});
