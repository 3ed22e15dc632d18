import { type DynamicModule, Module } from '@nestjs/common';
import { DeskModule } from './desk/desk.module.js';
import { DocsModule } from './docs/docs.module.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { KeysModule } from './keys/keys.module.js';
import type { Config } from './platform/config/config.js';
import { HttpModule } from './platform/http/http.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { PictureRoutesModule } from './pictures/picture-routes.module.js';
import { PreviewsModule } from './previews/previews.module.js';
import { PublicationsModule } from './publications/publications.module.js';
import { QuotaModule } from './quota/quota.module.js';
import { ReleaseWorkerModule } from './releases/release-worker.module.js';
import { SiteModule } from './site/site.module.js';

/**
 * The module of a process that answers requests (`ROLE` is `api` or `all`). With `ROLE=all`, the process also releases
 * documents.
 */
@Module({})
export class AppModule {
  static register(config: Config, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.register(config, databaseUrl),
        HttpModule,
        KeysModule,
        QuotaModule,
        PublicationsModule,
        PictureRoutesModule,
        DocsModule,
        McpModule,
        PreviewsModule,
        ...(config.desk === 'on' ? [DeskModule] : []),
        SiteModule,
        ReleaseWorkerModule.register(config),
        ...(config.role === 'all' ? [HousekeepingModule] : []),
      ],
    };
  }
}
