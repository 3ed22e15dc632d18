import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf } from '../operator/folder.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { startInVain } from './failed-start.js';

const database = await freshDatabase();
afterAll(() => database.drop());

describe('a start that cannot succeed', () => {
  it.each([
    [
      'all faults of the configuration [11.faults-at-once] [11.fault-line]',
      { PORT: '70000', ROLE: 'boss', DATABASE_URL: 'mysql://me:S3cret@db/x' },
      [
        'PORT="70000" is not valid: it must be a whole number from 0 to 65535.',
        'DATABASE_URL="mysql://***" is not valid: it must be a postgres:// or postgresql:// address.',
        'ROLE="boss" is not valid: it must be one of all, api, worker.',
      ],
    ],
    [
      'HOST if it is no address of this machine',
      { DATABASE_URL: database.url, HOST: '192.0.2.1', PORT: '0' },
      ['HOST=192.0.2.1 is no address of this machine: set HOST to one, or to 0.0.0.0 for all.'],
    ],
    [
      'that the database cannot be reached',
      { DATABASE_URL: 'postgres://me:S3cret@127.0.0.1:1/x' },
      ['The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1'],
    ],
    [
      'that the folder of the embedded database cannot be made',
      { DATA_DIR: '/proc/x' },
      ['The folder /proc/x cannot be made (ENOENT). Choose another DATA_DIR.'],
    ],
  ])('says, one line each, %s', async (_, env, lines) => {
    const complaints = lines.map((line) => `imprimatur: ${line}`);
    expect(await startInVain(env)).toEqual({ code: 1, stdout: '', complaints });
  });

  it('[11.dotenv] reads the variables of .env, unless the environment overrides them', async () => {
    const directory = await folderOf({ '.env': 'LOG_LEVEL=loud\nPORT=1\n' });
    const { complaints } = await startInVain({ PORT: 'x' }, directory);
    expect(complaints).toEqual([
      expect.stringContaining('PORT="x"'),
      expect.stringContaining('LOG_LEVEL="loud"'),
    ]);
  });

  it('names PORT when it is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const env = { DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: String(port) };
    expect(await startInVain(env)).toEqual({
      code: 1,
      stdout: '',
      complaints: [
        `imprimatur: PORT=${port} is in use at 127.0.0.1 already: stop what listens there, or set PORT to another.`,
      ],
    });
    other.close();
  });

  it('refuses a database without the current schema, and says how to migrate it', async () => {
    const empty = await freshDatabase({ migrated: false });
    const env = { DATABASE_URL: empty.url };
    expect(await startInVain(env)).toMatchObject({
      code: 1,
      stdout: '',
      complaints: [expect.stringMatching(/"node \S*dist\/src\/cli\.js db migrate"/)],
    });
    await empty.drop();
  });
});
