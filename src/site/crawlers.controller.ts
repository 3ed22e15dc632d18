import { Controller, Get, Next, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { CrawlersService } from './crawlers.service.js';
import { deliver } from './deliver.js';

/** `/robots.txt` and `/llms.txt`. */
@Controller()
@PublicRoute()
@ApiExcludeController()
export class CrawlersController {
  constructor(private readonly crawlers: CrawlersService) {}

  @Get('robots.txt')
  robots(@Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.crawlers.robots(), response, next);
  }

  @Get('llms.txt')
  llms(@Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.crawlers.llms(), response, next);
  }
}
