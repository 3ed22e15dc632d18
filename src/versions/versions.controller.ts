import { Controller, Get, Next, Req, Res, UseFilters } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { codingOf, deliver } from '../platform/http/deliver.js';
import { SiteFaultFilter } from '../site/error-pages.filter.js';
import { VersionsService } from './versions.service.js';

/** Routes of released versions (contract 15). `VersionsService` parses the whole path, as `PagesService` does. */
@Controller()
@PublicRoute()
@UseFilters(SiteFaultFilter)
export class VersionsController {
  constructor(private readonly versions: VersionsService) {}

  @Get([':locale/:slug@:version', ':locale/:slug%40:version'])
  version(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.versions.answer(request.path, codingOf(request)), response, next);
  }

  @Get(':locale/:slug/versions')
  list(@Req() { path, query }: Request, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.versions.list(path, query), response, next);
  }
}
