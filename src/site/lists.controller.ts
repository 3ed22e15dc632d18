import { Controller, Get, Next, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { deliver } from './deliver.js';
import { ListsService } from './lists.service.js';
import { SiteFaultFilter } from './site-fault.filter.js';

/** `/`, `/tags/{tag}` and `/{locale}`. */
@Controller()
@PublicRoute()
@UseFilters(SiteFaultFilter)
@ApiExcludeController()
export class ListsController {
  constructor(private readonly lists: ListsService) {}

  @Get()
  all(@Req() { query }: Request, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.lists.all(query), response, next);
  }

  @Get('tags/:tag')
  tag(
    @Param('tag') tag: string,
    @Req() { query }: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ) {
    return deliver(this.lists.tag(tag, query), response, next);
  }

  /** Sees paths of one segment that are others' too, and leaves to them what is no locale. */
  @Get(':locale')
  locale(
    @Param('locale') locale: string,
    @Req() { path, query }: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ) {
    return deliver(this.lists.locale(locale, path, query), response, next);
  }
}
