import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';

const run = promisify(execFile);
const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/http.md'), 'utf8');

const desk = await sharedDesk();

it('every shell block of the HTTP guide works', async () => {
  const blocks = [...GUIDE.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block!);
  expect(blocks.length).toBeGreaterThan(6);
  // `-e` ends the script at the first command that fails. A pipeline fails if its last command fails. In the guide, the
  // last command of each pipeline is the check.
  const script = ['set -eux', ...blocks].join('\n');
  const environment = {
    PATH: process.env['PATH'] ?? '',
    IMPRIMATUR_URL: desk.url,
    IMPRIMATUR_KEY: desk.key,
  };
  await run('sh', ['-c', script], { env: environment });
  const { body } = await desk.api.list('?slug=ten-minutes');
  expect(body.items).toMatchObject([{ version: 2, state: 'published', indexStatus: 'ready' }]);
});
