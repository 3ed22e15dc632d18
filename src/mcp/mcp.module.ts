import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
import { PreviewsModule } from '../previews/previews.module.js';
import { PublicationsModule } from '../publications/publications.module.js';
import { QuotaModule } from '../quota/quota.module.js';
import { SearchModule } from '../search/search.module.js';
import { SiteModule } from '../site/site.module.js';
import { Exchanges } from './exchanges.service.js';
import { HostConfirmations } from './host-confirmations.service.js';
import { McpOriginMiddleware } from './mcp-origin.middleware.js';
import { McpController, NoOauthController } from './mcp.controller.js';
import { McpGuard, ReadersGuard } from './mcp.guard.js';
import { McpService } from './mcp.service.js';
import { ReaderServices } from './readers/reader-services.js';
import { ReadersService } from './readers/readers.service.js';
import { ServerCardsController } from './server-cards.controller.js';
import { ToolServices } from './tool.js';

@Module({
  imports: [KeysModule, PreviewsModule, PublicationsModule, QuotaModule, SearchModule, SiteModule],
  controllers: [McpController, ServerCardsController, NoOauthController],
  providers: [
    Exchanges,
    HostConfirmations,
    McpGuard,
    McpService,
    ReaderServices,
    ReadersGuard,
    ReadersService,
    ToolServices,
  ],
})
export class McpModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    // A route of Nest's middleware includes all paths below it, and pages of all origins may read the cards.
    consumer
      .apply(McpOriginMiddleware)
      .exclude('mcp/server-card', 'mcp/public/server-card')
      .forRoutes('mcp', 'mcp/public');
  }
}
