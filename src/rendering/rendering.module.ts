import { Module } from '@nestjs/common';
import { RenderingService } from './rendering.service.js';

/** Markdown to HTML, off the main thread. */
@Module({
  providers: [{ provide: RenderingService, useFactory: () => new RenderingService() }],
  exports: [RenderingService],
})
export class RenderingModule {}
