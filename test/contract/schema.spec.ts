import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { expect, it } from 'vitest';
import { AppModule } from '../../src/app.module.js';
import { readConfig } from '../../src/platform/config/config.js';
import { freshDatabase } from '../setup/fresh-database.js';

/** A statement of TypeORM that drops a foreign key. The migrations declare foreign keys, but the entities do not. */
const DROPS_FOREIGN_KEY = /^ALTER TABLE "\w+" DROP CONSTRAINT "\w+_fkey"$/;

it('the entities declare the schema that the migrations make, except foreign keys', async () => {
  const { url } = await freshDatabase();
  const module = AppModule.register(readConfig({ ROLE: 'all' }), url);
  const app = await NestFactory.createApplicationContext(module, { logger: false });
  const { upQueries } = await app.get(DataSource).driver.createSchemaBuilder().log();
  const differences = upQueries
    .map(({ query }) => query)
    .filter((query) => !DROPS_FOREIGN_KEY.test(query));
  await app.close();
  expect(differences).toEqual([]);
});
