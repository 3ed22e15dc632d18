import { Module } from '@nestjs/common';
import { AcceptedWritesRepository } from './accepted-writes.repository.js';
import { AcceptedWritesService } from './accepted-writes.service.js';

@Module({
  providers: [AcceptedWritesService, AcceptedWritesRepository],
  exports: [AcceptedWritesService],
})
export class WritesModule {}
