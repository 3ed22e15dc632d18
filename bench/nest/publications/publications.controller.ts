import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  ParseUUIDPipe,
  Patch,
  Post,
  Query,
  UseGuards,
} from '@nestjs/common';
import type { Account } from '../accounts/account.entity.js';
import { ApiKeyGuard, CurrentAccount, RequireScope } from '../accounts/api-key.guard.js';
import {
  CreatePublicationDto,
  ListPublicationsDto,
  PublishPublicationDto,
  UpdatePublicationDto,
} from './publication.dto.js';
import { PublicationsService } from './publications.service.js';

@Controller('api/v1/publications')
@UseGuards(ApiKeyGuard)
export class PublicationsController {
  constructor(private readonly publications: PublicationsService) {}

  @Post()
  @RequireScope('write')
  create(@CurrentAccount() account: Account, @Body() input: CreatePublicationDto): Promise<object> {
    return this.publications.create(account, input);
  }

  @Get()
  @RequireScope('read')
  list(@CurrentAccount() account: Account, @Query() query: ListPublicationsDto): Promise<object> {
    return this.publications.list(account, query);
  }

  @Get(':id')
  @RequireScope('read')
  read(
    @CurrentAccount() account: Account,
    @Param('id', ParseUUIDPipe) id: string,
  ): Promise<object> {
    return this.publications.read(account, id);
  }

  @Patch(':id')
  @RequireScope('write')
  update(
    @CurrentAccount() account: Account,
    @Param('id', ParseUUIDPipe) id: string,
    @Body() input: UpdatePublicationDto,
  ): Promise<object> {
    return this.publications.update(account, id, input);
  }

  @Post(':id/publish')
  @HttpCode(202)
  @RequireScope('publish')
  publish(
    @CurrentAccount() account: Account,
    @Param('id', ParseUUIDPipe) id: string,
    @Body() input: PublishPublicationDto,
  ): Promise<object> {
    return this.publications.publish(account, id, input);
  }
}
