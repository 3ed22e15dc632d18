import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { loadConfig } from './platform/config/load-config.js';
import { ensureSchema, openDatabase } from './platform/database/open-database.js';
import { requestId } from './platform/http/request-id.middleware.js';

const config = loadConfig();
const database = await openDatabase(config);
await ensureSchema(database);
const app = await NestFactory.create<NestExpressApplication>(
  AppModule.register(config, database.url),
  { bodyParser: false },
);
app.disable('x-powered-by');
app.disable('etag');
app.set('trust proxy', config.trustProxy);
app.use(requestId);
await app.listen(config.port, config.host);
