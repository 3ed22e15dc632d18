import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { KEPT_BY_NOBODY, pictureAnswer } from '../pictures/picture-files.service.js';
import { codingOf, deliver } from '../platform/http/deliver.js';
import { SiteFaultFilter } from '../site/error-pages.filter.js';
import { PreviewsService } from './previews.service.js';

/** The pages and pictures at preview addresses. */
@Controller('preview/:token')
@PublicRoute()
@UseFilters(SiteFaultFilter)
export class PreviewsController {
  constructor(private readonly previews: PreviewsService) {}

  @Get()
  page(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    const { path } = request;
    return deliver(this.previews.page({ token, path }, codingOf(request)), response);
  }

  @Get('changes')
  changes(@Param('token') token: string, @Req() request: Request, @Res() response: Response) {
    const { path } = request;
    return deliver(this.previews.changes({ token, path }, codingOf(request)), response);
  }

  @Get('pictures/:file')
  picture(
    @Param('token') token: string,
    @Param('file') file: string,
    @Req() { path }: Request,
    @Res() response: Response,
  ) {
    const picture = this.previews.picture({ token, path }, file);
    return deliver(pictureAnswer(picture, KEPT_BY_NOBODY), response);
  }
}
