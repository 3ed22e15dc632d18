import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { folderOf } from '../operator/folder.js';
import { sharedDesk } from '../setup/desk.js';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

const desk = await sharedDesk();

const environment = () => ({
  PATH: process.env['PATH'] ?? '',
  IMPRIMATUR_URL: desk.url,
  IMPRIMATUR_KEY: desk.key,
});

const fileOf = async (text: string) => join(await folderOf({ 'document.md': text }), 'document.md');

/** Fetches the page whose address is in the output of an example. */
async function pageOf(said: string): Promise<string> {
  const response = await fetch(/https?:\/\/\S+/.exec(said)![0]);
  expect(response.status).toBe(200);
  return response.text();
}

/** Runs the built form of a TypeScript example in a new process, and returns its output. */
async function saidBy(path: string): Promise<string> {
  const program = join(ROOT, 'dist', path.replace(/ts$/, 'js'));
  const { stdout } = await run(process.execPath, [program], { env: environment() });
  return stdout;
}

describe('the examples', () => {
  it('publish a file from the shell, with the same result when run again', async () => {
    const file = await fileOf(
      '# Quotes "and" \\ back\\slashes\n\n\tcode with a tab\n\nA word: zzyzx.\n',
    );
    const words = ['en', 'from-the-shell', 'It\'s "quoted"', file];
    const script = join(ROOT, 'examples/publish.sh');
    const first = await run(script, words, { env: environment() });
    expect(first.stdout).toContain('/en/from-the-shell is published; search: ready');
    expect(await pageOf(first.stdout)).toContain('zzyzx');
    const second = await run(script, words, { env: environment() });
    expect(second.stdout).toBe(first.stdout);
  });

  it('say in the shell why a write was refused', async () => {
    const file = await fileOf('');
    const script = join(ROOT, 'examples/publish.sh');
    const refused = run(script, ['en', 'empty', 'Empty', file], { env: environment() });
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('validation_failed') as string,
    });
  });

  it('publish a file from Python, with the same result when run again', async ({ skip }) => {
    const hasRequests = await run('python3', ['-c', 'import requests']).then(
      () => true,
      () => false,
    );
    skip(!hasRequests, 'python3 has no requests');
    const file = await fileOf('# Hello from *Python*\n');
    const words = [join(ROOT, 'examples/python/publish.py'), 'en', 'from-python', 'Hello', file];
    const first = await run('python3', words, { env: environment() });
    expect(first.stdout).toContain('/en/from-python is published; search: ready');
    expect(await pageOf(first.stdout)).toContain('<em>Python</em>');
    const second = await run('python3', words, { env: environment() });
    expect(second.stdout).toBe(first.stdout);
  });

  it('publish a document from a typed program', async () => {
    const said = await saidBy('examples/typescript/publish.ts');
    expect(said).toContain('is published; search: ready');
    expect(await pageOf(said)).toContain('A typed document');
  });

  it('correct a word of a long document over MCP without sending the whole document', async () => {
    const said = await saidBy('examples/mcp/correct.ts');
    expect(said).toContain('Created a document of 200000 characters.');
    expect(said).toContain('Saved as version 2; nothing is public.');
    const [, sent, received] = /Bytes sent: (\d+), received: (\d+)\./.exec(said)!;
    expect(Number(sent) + Number(received)).toBeLessThan(24_000);
    const { items } = (await desk.api.list('?limit=100')).body;
    const { id } = items.find(({ title }) => title === 'A long document')!;
    const { content } = (await desk.api.read(id)).body;
    expect(content).toHaveLength(200_000);
    expect(content).not.toContain('quatrer');
  });

  it('publish a document over MCP', async () => {
    const script = join(ROOT, 'examples/mcp/publish.mjs');
    const { stdout } = await run(process.execPath, [script], { env: environment() });
    expect(stdout).toContain('Saved as version 1; nothing is public.');
    expect(stdout).toContain(
      'Version 1 is public at the url of the document and the search of the site finds this version.',
    );
    expect(await pageOf(stdout)).toContain('An assisted document');
  });
});
