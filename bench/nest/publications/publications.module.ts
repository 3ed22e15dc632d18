import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { Page } from './page.entity.js';
import { PagesController } from './pages.controller.js';
import { Publication } from './publication.entity.js';
import { PublicationsController } from './publications.controller.js';
import { PublicationsService } from './publications.service.js';

@Module({
  imports: [AccountsModule, TypeOrmModule.forFeature([Publication, Page])],
  controllers: [PublicationsController, PagesController],
  providers: [PublicationsService],
})
export class PublicationsModule {}
