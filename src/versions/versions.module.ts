import { Module } from '@nestjs/common';
import { ThreadsModule } from '../platform/threads/threads.module.js';
import { VersionsController } from './versions.controller.js';
import { VersionsRepository } from './versions.repository.js';
import { VersionsService } from './versions.service.js';

/** Addresses of released versions (contract 15). Registered before the site, whose routes also match them. */
@Module({
  imports: [ThreadsModule],
  controllers: [VersionsController],
  providers: [VersionsRepository, VersionsService],
})
export class VersionsModule {}
