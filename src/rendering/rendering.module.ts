import { Module } from '@nestjs/common';
import { RenderingService } from './rendering.service.js';

/** Markdown to HTML, off the main thread. */
@Module({
  providers: [RenderingService],
  exports: [RenderingService],
})
export class RenderingModule {}
