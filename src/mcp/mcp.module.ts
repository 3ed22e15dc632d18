import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
import { PreviewsModule } from '../previews/previews.module.js';
import { PublicationsModule } from '../publications/publications.module.js';
import { QuotaModule } from '../quota/quota.module.js';
import { HostConfirmations } from './host-confirmations.service.js';
import { McpOriginMiddleware } from './mcp-origin.middleware.js';
import { McpController, NoOauthController } from './mcp.controller.js';
import { McpGuard } from './mcp.guard.js';
import { McpService } from './mcp.service.js';
import { ToolCalls } from './tool-calls.service.js';
import { ToolServices } from './tool.js';

@Module({
  imports: [KeysModule, PreviewsModule, PublicationsModule, QuotaModule],
  controllers: [McpController, NoOauthController],
  providers: [HostConfirmations, McpGuard, McpService, ToolCalls, ToolServices],
})
export class McpModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(McpOriginMiddleware).forRoutes('mcp');
  }
}
