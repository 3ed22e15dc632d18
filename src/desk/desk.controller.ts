import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { GuardedBy } from '../keys/access.decorators.js';
import { KEPT_BY_NOBODY, pictureAnswer } from '../pictures/picture-files.service.js';
import { deliver } from '../platform/http/deliver.js';
import { CorrectionsService } from './corrections.service.js';
import { type DeskRequest, signedIn, type SignedIn } from './desk-request.js';
import { DeskFeedService } from './desk-feed.service.js';
import { DeskFilter } from './desk.filter.js';
import { DeskGuard } from './desk.guard.js';
import { DeskNotesService } from './desk-notes.service.js';
import { DeskPagesService } from './desk-pages.service.js';
import { DeskService } from './desk.service.js';

@Controller('desk')
@GuardedBy(DeskGuard)
@UseFilters(DeskFilter)
export class DeskController {
  constructor(
    private readonly desk: DeskService,
    private readonly pages: DeskPagesService,
    private readonly corrections: CorrectionsService,
    private readonly notes: DeskNotesService,
    private readonly feeds: DeskFeedService,
  ) {}

  @Get()
  queue(@Req() request: DeskRequest, @Res() response: Response) {
    return deliver(
      this.desk.page(request, (person) => this.pages.queue(person)),
      response,
    );
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
    return deliver(this.feeds.make(ofPerson(request)), response);
  }

  @Get('feed/:key')
  feed(@Req() request: DeskRequest, @Param('key') key: string, @Res() response: Response) {
    return deliver(this.feeds.feed(key, request.ip ?? ''), response);
  }

  @Get(':id')
  document(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(
      this.desk.page(request, (person) => this.pages.document(person, id), id),
      response,
    );
  }

  @Get(':id/versions/:version')
  version(
    @Req() request: DeskRequest,
    @Param('id') id: string,
    @Param('version') version: string,
    @Res() response: Response,
  ) {
    return deliver(
      this.desk.page(request, (person) => this.pages.version(person, id, version), id),
      response,
    );
  }

  @Get(':id/notes')
  note(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(
      this.desk.page(request, (person) => this.notes.page(person, id), id),
      response,
    );
  }

  @Post(':id/notes')
  addNote(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(this.notes.add(ofPerson(request), id), response);
  }

  @Post(':id/notes/:note/close')
  closeNote(
    @Req() request: DeskRequest,
    @Param('id') id: string,
    @Param('note') note: string,
    @Res() response: Response,
  ) {
    return deliver(this.notes.close(ofPerson(request), id, note), response);
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
    return deliver(this.desk.release(ofPerson(request), id), response);
  }

  @Get(':id/correct')
  correct(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(
      this.desk.page(request, (person) => this.corrections.form(person, id), id),
      response,
    );
  }

  @Post(':id/correct')
  saveCorrection(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(this.corrections.submit(ofPerson(request), id), response);
  }

  @Post(':id/send-back')
  sendBack(@Req() request: DeskRequest, @Param('id') id: string, @Res() response: Response) {
    return deliver(this.desk.sendBack(ofPerson(request), id), response);
  }
}

/** `DeskGuard` accepts no form but that for sign-in without a session. */
const ofPerson = (request: DeskRequest): SignedIn => signedIn(request, request.session!);
