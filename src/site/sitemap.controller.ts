import { Controller, Get, Next, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { deliver } from './deliver.js';
import { SitemapService } from './sitemap.service.js';

/** `/sitemap.xml` and its parts. */
@Controller()
@PublicRoute()
@ApiExcludeController()
export class SitemapController {
  constructor(private readonly sitemap: SitemapService) {}

  @Get('sitemap.xml')
  index(@Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.sitemap.index(), response, next);
  }

  @Get('sitemap-:part.xml')
  part(@Param('part') part: string, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.sitemap.part(part), response, next);
  }
}
