import { Module } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { RenderingService } from './rendering.service.js';

/** Markdown to HTML, off the main thread. */
@Module({
  providers: [
    {
      provide: RenderingService,
      inject: [Config],
      useFactory: (config: Config) => new RenderingService(config),
    },
  ],
  exports: [RenderingService],
})
export class RenderingModule {}
