import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Cli } from '../setup/cli.js';
import { sharedPair } from '../setup/desk.js';
import { folderOf } from './folder.js';

it('fails if a page is still not public after the wait [10.publish-wait] [10.exit-refused]', async () => {
  // No worker of this service releases anything.
  const { url, key } = await sharedPair();
  const root = await folderOf({ [`en/late-${randomUUID()}.md`]: 'Text' });
  const words = ['publish', root, '--url', url, '--key', key, '--wait'];
  const { status, stderr } = await new Cli({}).run(...words);
  expect(status).toBe(1);
  expect(stderr).toContain('is still publishing; search: ');
});
