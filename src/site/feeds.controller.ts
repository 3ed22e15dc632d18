import { Controller, Get, Next, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { deliver } from './deliver.js';
import { FeedsService } from './feeds.service.js';

/** `/feed.xml` and `/{locale}/feed.xml`. */
@Controller()
@PublicRoute()
@ApiExcludeController()
export class FeedsController {
  constructor(private readonly feeds: FeedsService) {}

  @Get('feed.xml')
  all(@Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.feeds.all(), response, next);
  }

  @Get(':locale/feed.xml')
  locale(@Param('locale') locale: string, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.feeds.locale(locale), response, next);
  }
}
