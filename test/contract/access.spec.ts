import 'reflect-metadata';
import { join } from 'node:path';
import { type INestApplicationContext, Module, RequestMethod } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner, NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppModule } from '../../src/app.module.js';
import type { Access } from '../../src/keys/access.js';
import { readConfig } from '../../src/platform/config/config.js';
import { ACCESS } from '../../src/platform/http/public-route.decorator.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { operationsOf, sharedDocument } from './openapi/document.js';
import { projectRoot } from './project-files.js';

/** Keys of Nest's metadata for the path and the method of a route. */
const ROUTE = 'path';
const METHOD = 'method';
/** Key of the metadata in which Swagger keeps the summary of a route. */
const OPERATION = 'swagger/apiOperation';

interface Route {
  name: string;
  access: Access | undefined;
  methods: string;
  path: string;
  summary: string;
}

const pathsOf = (target: object): string[] =>
  [Reflect.getMetadata(ROUTE, target) as string | string[]].flat();

const routes: Route[] = [];
let app: INestApplicationContext;

beforeAll(async () => {
  const { url } = await freshDatabase();
  @Module({ imports: [AppModule.register(readConfig({ ROLE: 'all' }), url), DiscoveryModule] })
  class DiscoverableModule {}
  app = await NestFactory.createApplicationContext(DiscoverableModule, { logger: false });
  for (const { metatype } of app.get(DiscoveryService).getControllers()) {
    const prototype = metatype!.prototype as Record<string, () => unknown>;
    for (const method of new MetadataScanner().getAllMethodNames(prototype)) {
      const handler = prototype[method]!;
      if (!Reflect.hasMetadata(ROUTE, handler)) continue;
      const access = (Reflect.getMetadata(ACCESS, handler) ??
        Reflect.getMetadata(ACCESS, metatype!)) as Access | undefined;
      const verb = RequestMethod[Reflect.getMetadata(METHOD, handler) as RequestMethod];
      const operation = Reflect.getMetadata(OPERATION, handler) as { summary?: string } | undefined;
      for (const prefix of pathsOf(metatype!)) {
        for (const path of pathsOf(handler)) {
          routes.push({
            name: `${metatype!.name}.${method}`,
            access,
            methods: verb,
            path: `/${[prefix, path].join('/').split('/').filter(Boolean).join('/')}`,
            summary: operation?.summary ?? '',
          });
        }
      }
    }
  }
});
afterAll(() => app.close());

describe('the routes of the service', () => {
  it('declare their access', () => {
    expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
  });

  it('[4.openapi-agrees] under /api are the operations of the OpenAPI document', async () => {
    const ofApi = routes.filter(({ path }) => path.startsWith('/api/'));
    const documented = operationsOf(await sharedDocument());
    expect(
      ofApi
        .map(({ methods, path }) => `${methods} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
        .toSorted(),
    ).toEqual(documented.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it('are listed in docs/routes.md', async () => {
    const lines = routes
      .map(
        ({ methods, path, access, name, summary }) =>
          `| ${methods} | \`${path}\` | ${access} | ${summary || '–'} | \`${name}\` |`,
      )
      .toSorted();
    const page = [
      '# Routes',
      '',
      'Generated: `npx vitest run --project service test/contract/access.spec.ts -u`. HEAD answers as GET does. `public` needs no key; `health` also needs no place among the requests in progress.',
      'An `own-guard` route has a guard of its own: MCP tools name their scopes, the desk has sessions, an upload address has a token.',
      'The metrics address is not in this table.',
      '',
      '| Method | Path | Scope | Operation | Handler |',
      '| --- | --- | --- | --- | --- |',
      ...lines,
      '',
    ];
    await expect(page.join('\n')).toMatchFileSnapshot(join(projectRoot, 'docs/routes.md'));
  });
});
