import { Controller, Get, Next, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { deliver } from './deliver.js';
import { PagesService } from './pages.service.js';
import { SiteFaultFilter } from './site-fault.filter.js';

/** `/{locale}/{slug}` and `/{locale}/{slug}.md`. */
@Controller()
@PublicRoute()
@UseFilters(SiteFaultFilter)
@ApiExcludeController()
export class PagesController {
  constructor(private readonly pages: PagesService) {}

  /** Whole paths are read, because this route sees those of others too, and a slug holds no dot. */
  @Get(':locale/:slug')
  read(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.pages.answer(request.path), response, next);
  }
}
