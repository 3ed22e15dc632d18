import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  UseInterceptors,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, RequireScope } from '../keys/access.decorators.js';
import type { Actor } from '../keys/actor.js';
import { PreferenceAppliedInterceptor, PreferredWait } from '../platform/http/prefer-wait.js';
import { NoInput } from '../platform/validation/validated.js';
import { IdempotencyKey, Idempotent } from '../writes/idempotency.interceptor.js';
import {
  CreatePublicationDto,
  PublishPublicationDto,
  UpdatePublicationDto,
} from './dto/write-bodies.dto.js';
import { ListQueryDto, type PublicationListDto } from './dto/list-publications.dto.js';
import { ReadPublicationDto } from './dto/read-publication.dto.js';
import type { PublicationViewDto } from './dto/publication-view.dto.js';
import { PublicationViewsService } from './views/publication-views.service.js';
import {
  EditsScopeInterceptor,
  EtagInterceptor,
  LocationInterceptor,
  NextPageInterceptor,
  ShortAnswerInterceptor,
} from './answer-fields.interceptors.js';
import { PublicationListService } from './publication-list.service.js';
import {
  DocumentedCreate,
  DocumentedList,
  DocumentedPublish,
  DocumentedRead,
  DocumentedUpdate,
} from './publications.docs.js';
import { PublicationsService, type Wait, type WriteOutcome } from './publications.service.js';

/** Publications over HTTP (contract 4). */
@ApiTags('publications')
@Controller('api/v1/publications')
export class PublicationsController {
  constructor(
    private readonly publications: PublicationsService,
    private readonly lists: PublicationListService,
    private readonly views: PublicationViewsService,
  ) {}

  @Post()
  @UseInterceptors(ShortAnswerInterceptor)
  @DocumentedCreate()
  @RequireScope('write')
  @Idempotent()
  @UseInterceptors(LocationInterceptor)
  create(
    @CurrentActor() actor: Actor,
    @Query() _: NoInput,
    @Body() input: CreatePublicationDto,
    @IdempotencyKey() key: string,
    @PreferredWait() wait: Wait | undefined,
  ): Promise<WriteOutcome> {
    return this.publications.create(actor, input, key, wait);
  }

  @Get()
  @DocumentedList()
  @RequireScope('read')
  @UseInterceptors(NextPageInterceptor)
  list(@CurrentActor() actor: Actor, @Query() query: ListQueryDto): Promise<PublicationListDto> {
    return this.lists.list(actor, query);
  }

  @Get(':id')
  @DocumentedRead()
  @RequireScope('read')
  @UseInterceptors(EtagInterceptor, PreferenceAppliedInterceptor)
  read(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() query: ReadPublicationDto,
    @PreferredWait() wait: Wait | undefined,
  ): Promise<PublicationViewDto> {
    return this.views.read(actor, id, query, wait);
  }

  @Patch(':id')
  @UseInterceptors(ShortAnswerInterceptor)
  @DocumentedUpdate()
  @RequireScope('write')
  @Idempotent(EditsScopeInterceptor)
  update(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() _: NoInput,
    @Body() input: UpdatePublicationDto,
    @IdempotencyKey() key: string,
    @PreferredWait() wait: Wait | undefined,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<WriteOutcome> {
    return this.publications.update(actor, id, input, key, wait, ifMatch);
  }

  @Post(':id/publish')
  @UseInterceptors(ShortAnswerInterceptor)
  @DocumentedPublish()
  @HttpCode(202)
  @RequireScope('publish')
  @Idempotent()
  @UseInterceptors(LocationInterceptor)
  publish(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() _: NoInput,
    @Body() input: PublishPublicationDto,
    @IdempotencyKey() key: string,
    @PreferredWait() wait: Wait | undefined,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<WriteOutcome> {
    return this.publications.publish(actor, id, input, key, wait, undefined, ifMatch);
  }
}
