import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../setup/free-port.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { operator } from '../setup/operator.js';
import { startService } from '../setup/service.js';
import { startInVain } from './failed-start.js';

const database = await freshDatabase();
const directory = await mkdtemp(join(tmpdir(), 'imprimatur-start-'));

afterAll(async () => {
  await rm(directory, { recursive: true });
  await database.drop();
});

describe('a start that cannot succeed', () => {
  it('[11.faults-at-once] [11.fault-line] prints one line for each fault of the configuration', async () => {
    const env = { PORT: '70000', ROLE: 'boss', DATABASE_URL: 'mysql://me:S3cret@db/x' };
    expect(await startInVain(env)).toEqual({
      code: 1,
      stdout: '',
      complaints: [
        'imprimatur: PORT="70000" is not valid: it must be a whole number from 0 to 65535.',
        'imprimatur: DATABASE_URL="mysql://***" is not valid: it must be a postgres:// or postgresql:// address.',
        'imprimatur: ROLE="boss" is not valid: it must be one of all, api, worker.',
      ],
    });
  });

  it('[11.dotenv] prints the faults of .env together with the faults of the environment', async () => {
    await writeFile(join(directory, '.env'), 'LOG_LEVEL=loud\nPORT=1\n');
    const { complaints } = await startInVain({ PORT: 'x' }, directory);
    expect(complaints).toEqual([
      expect.stringContaining('PORT="x"'),
      expect.stringContaining('LOG_LEVEL="loud"'),
    ]);
    await rm(join(directory, '.env'));
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

  it('names HOST when it is no address of this machine', async () => {
    const env = { DATABASE_URL: database.url, HOST: '192.0.2.1', PORT: '0' };
    const { code, complaints } = await startInVain(env);
    expect(code).toBe(1);
    expect(complaints).toEqual([
      'imprimatur: HOST=192.0.2.1 is no address of this machine: set HOST to one, or to 0.0.0.0 for all.',
    ]);
  });

  it('says that the database cannot be reached', async () => {
    const port = await freePort();
    const env = { DATABASE_URL: `postgres://me:S3cret@127.0.0.1:${port}/x` };
    expect(await startInVain(env)).toEqual({
      code: 1,
      stdout: '',
      complaints: [
        `imprimatur: The database cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}`,
      ],
    });
  });

  it('says why the embedded database cannot start', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    const { code, complaints } = await startInVain({ DATA_DIR: join(file, 'data') });
    expect(code).toBe(1);
    expect(complaints).toEqual([expect.stringContaining(file)]);
  });

  it('says that the folder of the embedded database cannot be made', async () => {
    expect(await startInVain({ DATA_DIR: '/proc/x' })).toEqual({
      code: 1,
      stdout: '',
      complaints: [
        'imprimatur: The folder /proc/x cannot be made (ENOENT). Choose another DATA_DIR.',
      ],
    });
  });

  it('refuses a database without the current schema, and says how to migrate it', async () => {
    const empty = await freshDatabase({ migrated: false });
    const env = { DATABASE_URL: empty.url };
    expect(await startInVain(env)).toMatchObject({
      code: 1,
      stdout: '',
      complaints: [expect.stringMatching(/"node \S*dist\/src\/cli\.js db migrate"/)],
    });
    await operator(empty.url, 'db', 'migrate');
    const service = await startService({ databaseUrl: empty.url });
    await service.stop();
    await empty.drop();
  });
});

describe('a start', () => {
  it('[11.dotenv] uses the variables of .env, unless the environment overrides them', async () => {
    await writeFile(
      join(directory, '.env'),
      `DATABASE_URL=${database.url}\nPUBLIC_BASE_URL=http://elsewhere.example\n`,
    );
    const service = await startService({ directory });
    expect(service.output()).toContain(`"site":"${service.url}"`);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'imprimatur'`,
    );
    expect(rowCount).toBeGreaterThan(0);
    await client.end();
    await service.stop();
  });
});
