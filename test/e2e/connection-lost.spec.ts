import type { Client } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { afterAll, describe, expect, it } from 'vitest';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { connectionLost, databaseAway } from '../../src/platform/database/database-fault.js';
import { run } from '../../src/platform/database/connection.js';
import { Publication } from '../../src/publications/publication.entity.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { sql } from '../setup/sql.js';

const database = await freshDatabase();
const source = await new DataSource({
  ...dataSourceOptions(database.url, 2),
  entities: [Publication],
}).initialize();
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const STATEMENTS: [string, (tx: EntityManager) => Promise<unknown>][] = [
  ['a statement of the service', (tx) => run(tx, { name: 'one', text: 'SELECT 1' }, [])],
  ['COMMIT', async () => undefined],
  ['a statement of TypeORM', (tx) => tx.update(Publication, { slug: 'none' }, { slug: 'other' })],
];

describe('a connection that breaks between two statements of a transaction', () => {
  it.each(STATEMENTS)(
    '[6.unavailable] counts as an unavailable database if it breaks before %s',
    async (_what, next) => {
      const fault = await source
        .transaction(async (tx) => {
          const [{ pid }] = await tx.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
          const connection = (await tx.queryRunner!.connect()) as Client;
          // Waits without `once` of node:events. That function would reject if an `error` event came before `end`.
          const ended = new Promise((resolve) => connection.once('end', resolve));
          await sql(database.url, 'SELECT pg_terminate_backend($1)', [pid]);
          await ended;
          await next(tx);
        })
        .catch((error: unknown) => error);
      const { message } = fault as Error;
      expect({ message, away: databaseAway(fault), lost: connectionLost(fault) }).toEqual({
        message,
        away: true,
        lost: true,
      });
    },
  );
});
