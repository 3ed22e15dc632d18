import 'reflect-metadata';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { dataSourceOptions, poolOptions } from '../../src/platform/database/data-source-options.js';
import { Connection } from '../../src/platform/database/connection.js';
import { freshDatabase } from '../setup/fresh-database.js';

const SHOW_JIT = { name: 'show_jit', text: 'SHOW jit' };

describe('a connection of the service', () => {
  it('has the JIT compilation of query plans turned off', async () => {
    const database = await freshDatabase();
    const primary = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
    const pool = new Pool(poolOptions(database.url, 2));
    try {
      expect(await primary.query(SHOW_JIT.text)).toEqual([{ jit: 'off' }]);
      expect(await new Connection(pool).rows(SHOW_JIT)).toEqual([{ jit: 'off' }]);
    } finally {
      await primary.destroy();
      await pool.end();
      await database.drop();
    }
  });
});
