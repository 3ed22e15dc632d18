import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { GuardedBy } from '../keys/access.decorators.js';
import { KEPT_BY_NOBODY, pictureAnswer } from '../pictures/picture-answer.js';
import { deliver } from '../platform/http/deliver.js';
import type { DeskRequest } from './desk-request.js';
import { DeskFeedService } from './desk-feed.service.js';
import { DeskFilter } from './desk.filter.js';
import { DeskGuard } from './desk.guard.js';
import { DeskNotesService } from './desk-notes.service.js';
import { DeskService } from './desk.service.js';

/** Routes of the desk (contract 13). */
@Controller('desk')
@GuardedBy(DeskGuard)
@UseFilters(DeskFilter)
export class DeskController {
  constructor(
    private readonly desk: DeskService,
    private readonly notes: DeskNotesService,
    private readonly feeds: DeskFeedService,
  ) {}

  @Get()
  queue(@Req() request: DeskRequest, @Res() response: Response) {
    return deliver(this.desk.queue(request), response);
  }

  @Post('sign-in')
  signIn(@Req() request: DeskRequest, @Res() response: Response) {
    return deliver(this.desk.signIn(request), response);
  }

  @Post('sign-out')
  signOut(@Req() request: DeskRequest, @Res() response: Response) {
    return deliver(this.desk.signOut(request), response);
  }

  @Post('feed')
  makeFeed(@Req() request: DeskRequest, @Res() response: Response) {
    return deliver(this.feeds.make(request), response);
  }

  @Get('feed/:key')
  feed(@Req() request: DeskRequest, @Param('key') key: string, @Res() response: Response) {
    return deliver(this.feeds.feed(key, request.ip ?? ''), response);
  }

  @Get(':id')
  document(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(this.desk.document(request, id), response);
  }

  @Get(':id/versions/:version')
  version(
    @Req() request: DeskRequest,
    @Param('id') id: string,
    @Param('version') version: string,
    @Res() response: Response,
  ) {
    return deliver(this.desk.version(request, id, version), response);
  }

  @Get(':id/notes')
  note(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(this.desk.note(request, id), response);
  }

  @Post(':id/notes')
  addNote(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(this.notes.add(request, id), response);
  }

  @Post(':id/notes/:note/close')
  closeNote(
    @Req() request: DeskRequest,
    @Param('id') id: string,
    @Param('note') note: string,
    @Res() response: Response,
  ) {
    return deliver(this.notes.close(request, id, note), response);
  }

  @Get(':id/pictures/:file')
  picture(
    @Req() request: DeskRequest,
    @Param('id') id: string,
    @Param('file') file: string,
    @Res() response: Response,
  ) {
    const picture = this.desk.picture(request, id, file);
    return deliver(pictureAnswer(picture, KEPT_BY_NOBODY), response);
  }

  @Post(':id/release')
  release(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(this.desk.release(request, id), response);
  }

  @Get(':id/correct')
  correct(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(this.desk.correct(request, id), response);
  }

  @Post(':id/correct')
  saveCorrection(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(this.desk.saveCorrection(request, id), response);
  }

  @Post(':id/send-back')
  sendBack(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(this.desk.sendBack(request, id), response);
  }
}
