import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../../../src/app.module.js';
import { readConfig } from '../../../src/platform/config/config.js';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/** Returns all routes of an API process, such as `GET /api/v1/publications/{id}`. */
export async function routesOf(databaseUrl: string): Promise<string[]> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.register(readConfig({ ROLE: 'api' }), databaseUrl),
    { bodyParser: false, abortOnError: false, logger: false },
  );
  try {
    await app.init();
    const { stack } = app.getHttpAdapter().getInstance().router as unknown as { stack: Layer[] };
    return stack.flatMap(({ route }) =>
      Object.keys(route?.methods ?? {}).map(
        (method) => `${method.toUpperCase()} ${route!.path.replaceAll(/:(\w+)/g, '{$1}')}`,
      ),
    );
  } finally {
    await app.close();
  }
}
