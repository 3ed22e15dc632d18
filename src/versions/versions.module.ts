import { Module } from '@nestjs/common';
import { AnswersModule } from '../platform/http/answers.module.js';
import { VersionsController } from './versions.controller.js';
import { VersionsRepository } from './versions.repository.js';
import { VersionsService } from './versions.service.js';

/**
 * Released versions (contract 15). Import this module before `SiteModule`, because the routes of `SiteModule` also
 * match addresses of versions.
 */
@Module({
  imports: [AnswersModule],
  controllers: [VersionsController],
  providers: [VersionsRepository, VersionsService],
})
export class VersionsModule {}
