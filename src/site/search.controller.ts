import { Controller, Get, Next, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { deliver } from './deliver.js';
import { SearchPagesService } from './search-pages.service.js';
import { searchRequest } from './search-request.js';
import { SiteFaultFilter } from './site-fault.filter.js';

/** `/search` for people and `/search.json` for programs. */
@Controller()
@PublicRoute()
@ApiExcludeController()
export class SearchController {
  constructor(private readonly search: SearchPagesService) {}

  @Get('search')
  @UseFilters(SiteFaultFilter)
  page(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.search.page(searchRequest(request.query)), response, next);
  }

  @Get('search.json')
  json(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.search.json(searchRequest(request.query)), response, next);
  }
}
