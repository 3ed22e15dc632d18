import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner, NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppModule } from '../../src/app.module.js';
import type { Access } from '../../src/keys/access.js';
import { readConfig } from '../../src/platform/config/config.js';
import { ACCESS } from '../../src/platform/http/public-route.decorator.js';
import { freshDatabase } from '../setup/fresh-database.js';

/** Nest's own mark of a handler that is a route. */
const ROUTE = 'path';

describe('access', () => {
  const routes: { name: string; access: Access | undefined }[] = [];
  let close: () => Promise<void>;

  beforeAll(async () => {
    const { url } = await freshDatabase();
    @Module({ imports: [AppModule.register(readConfig({ ROLE: 'all' }), url), DiscoveryModule] })
    class DiscoverableModule {}
    const app = await NestFactory.createApplicationContext(DiscoverableModule, { logger: false });
    close = () => app.close();
    for (const { metatype } of app.get(DiscoveryService).getControllers()) {
      const prototype = metatype!.prototype as Record<string, () => unknown>;
      for (const method of new MetadataScanner().getAllMethodNames(prototype)) {
        const handler = prototype[method]!;
        if (!Reflect.hasMetadata(ROUTE, handler)) continue;
        const access = (Reflect.getMetadata(ACCESS, handler) ??
          Reflect.getMetadata(ACCESS, metatype!)) as Access | undefined;
        routes.push({ name: `${metatype!.name}.${method}`, access });
      }
    }
  });
  afterAll(() => close());

  it('is declared by every route', () => {
    expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
  });

  it('asks for the scopes of the contract', () => {
    const keyed = routes.filter(({ access }) => access !== 'public');
    expect(Object.fromEntries(keyed.map(({ name, access }) => [name, access]))).toEqual({
      'PublicationsController.create': 'write',
      'PublicationsController.list': 'read',
      'PublicationsController.read': 'read',
      'PublicationsController.update': 'write',
      'PublicationsController.publish': 'publish',
      'QuotaController.usage': 'read',
      'McpController.post': 'own-guard',
    });
  });
});
