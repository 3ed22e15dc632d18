import 'reflect-metadata';
import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';

/**
 * Plain Nest is the service as a team would write it in a day, with Express, TypeORM repositories, class-validator and
 * one transaction per write. It has no replays, no rendering and no indexing, and writes no log of requests.
 */
const app = await NestFactory.create<NestExpressApplication>(AppModule, {
  logger: ['error', 'warn'],
});
app.useBodyParser('json', { limit: '1mb' });
app.useGlobalPipes(
  new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }),
);
app.enableShutdownHooks();
const server = await app.listen(Number(process.env['PORT']), '127.0.0.1');
server.keepAliveTimeout = 75_000;
