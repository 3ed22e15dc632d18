import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256Of } from '../../src/signatures/record.js';
import { folderOf } from '../operator/folder.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/verifying.md'), 'utf8');

/** Returns the code in the section with this heading. */
function codeOf(heading: string, language: 'sh' | 'python'): string {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(section) ?? [];
  expect(code, heading).toBeDefined();
  return code!;
}

/** Returns whether a command exists and succeeds. */
function runs(command: string, ...words: string[]): boolean {
  try {
    execFileSync(command, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const PYTHON = 'from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey';

let desk: SharedDesk;
let folder: string;
let id: string;
let environment: Record<string, string>;

/** Runs a script of the page in the folder of a reader who has installed `imprimatur`. */
const shell = async (script: string): Promise<string> =>
  (await run('sh', ['-uc', script], { cwd: folder, env: environment })).stdout;

beforeAll(async () => {
  desk = await sharedDesk();
  const document = newDocument({ slug: 'hello-world', locale: 'en', content: 'Text 1.\n' });
  ({ id } = expectAccepted(await desk.api.create(document), 201));
  for (const version of [1, 2]) {
    if (version === 2) {
      const update = { expectedVersion: 1, content: '# Zwei\r\n\n한국어.\n' };
      expectAccepted(await desk.api.update(id, update), 200);
    }
    expectAccepted(await desk.api.publish(id, { expectedVersion: version }, WAIT), 202);
  }
  const root = await folderOf({ 'bin/x': '' });
  const installed = join(root, 'bin/imprimatur');
  await writeFile(
    installed,
    `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'dist/src/cli.js')}" "$@"\n`,
  );
  await chmod(installed, 0o755);
  environment = {
    PATH: `${join(root, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: process.env['HOME'] ?? '/',
    DATABASE_URL: desk.databaseUrl,
  };
  folder = join(root, 'kept');
  await mkdir(folder);
});

/** Returns the commands on the page that save the files. The commands use the address of this service. */
const keep = (): string =>
  codeOf('What to keep', 'sh')
    .replaceAll('https://docs.example.org', desk.url)
    .replace('mkdir kept && cd kept\n', '');

describe('docs/verifying.md', () => {
  it('saves the files that it names, evidence and lines of the audit, and checks them with imprimatur', async () => {
    await writeFile(join(folder, 'audit.jsonl'), '');
    const evidence = codeOf('A folder of evidence', 'sh').replace('evidence ID', `evidence ${id}`);
    const checks = [codeOf('With imprimatur', 'sh'), evidence, codeOf('Lines of the audit', 'sh')];
    const said = await shell(['set -e', keep(), ...checks].join('\n'));
    expect(said.match(/valid +│ yes/g)).toHaveLength(5);
    const summed = await shell('cd evidence && sha256sum --check SHA256SUMS');
    expect(summed.match(/: OK$/gm)).toHaveLength(10);
  });

  it('checks signature, text and chain with openssl', async (context) => {
    if (!runs('sh', '-c', 'openssl version | grep -q "^OpenSSL 3"')) {
      context.skip('OpenSSL 3 is not here');
    }
    const said = await shell(`${keep()}\n${codeOf('With openssl', 'sh')}`);
    expect(said).toContain('Signature Verified Successfully');
    const hashes = [...said.matchAll(/\)= ([0-9a-f]{64})$/gm)].map(([, hash]) => hash!);
    const record = JSON.parse(/\{"address".*\}/.exec(said)![0].replace(/\}[^}]*$/, '}')) as Record<
      string,
      unknown
    >;
    expect(hashes).toEqual([record['contentSha256'], record['previous']]);
    expect(hashes[0]).toBe(sha256Of('# Zwei\r\n\n한국어.\n'));
  });

  it('checks a version with Python', async (context) => {
    if (!runs('python3', '-c', PYTHON)) context.skip('Python has no package cryptography here');
    await writeFile(join(folder, 'verify.py'), codeOf('With Python', 'python'));
    const said = await shell(`set -e\n${keep()}\npython3 verify.py hello-world@2.md`);
    expect(said).toBe('hello-world@2.md is what was signed\n');
    await expect(
      shell(
        `sed s/Zwei/Drei/ hello-world@2.md > x && cp x hello-world@2.md\npython3 verify.py hello-world@2.md`,
      ),
    ).rejects.toThrow('the text was changed');
  });

  it('checks lines of the audit with Python', async (context) => {
    if (!runs('python3', '--version')) context.skip('Python is not here');
    await writeFile(join(folder, 'audit.py'), codeOf('Lines of the audit', 'python'));
    const export_ = 'imprimatur audit list --json-lines > lines.jsonl';
    const said = await shell(`set -e\n${export_}\npython3 audit.py lines.jsonl`);
    const last = readFileSync(join(folder, 'lines.jsonl'), 'utf8').trimEnd().split('\n').at(-1)!;
    expect(said).toBe(`${(JSON.parse(last) as { sha256: string }).sha256}\n`);
    await expect(shell('sed 2d lines.jsonl > x; python3 audit.py x')).rejects.toThrow('line 2');
  });
});
