import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AcceptedWrite } from './accepted-write.entity.js';
import { AcceptedWritesRepository } from './accepted-writes.repository.js';
import { AcceptedWritesService } from './accepted-writes.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([AcceptedWrite])],
  providers: [AcceptedWritesService, AcceptedWritesRepository],
  exports: [AcceptedWritesService],
})
export class WritesModule {}
