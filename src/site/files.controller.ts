import { Controller, Get, Next, Param, Req, Res } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { Config } from '../platform/config/config.js';
import { logoAnswer, styleSheetAnswer } from './answers.js';
import { styleSheetWith } from './style-sheet.js';
import { CrawlersService } from './crawlers.service.js';
import { codingOf, deliver } from '../platform/http/deliver.js';
import { FeedsService } from './feeds.service.js';
import { RedirectsService } from './redirects.service.js';
import { SearchPagesService, searchRequest } from './search-pages.service.js';
import { SitemapService } from './sitemap.service.js';

/** Routes of the files for programs: style sheet, logo, search results, feeds, sitemap, `/robots.txt` and `/llms.txt`. */
@Controller()
@PublicRoute()
export class FilesController {
  constructor(
    private readonly feeds: FeedsService,
    private readonly sitemap: SitemapService,
    private readonly crawlers: CrawlersService,
    private readonly search: SearchPagesService,
    private readonly redirects: RedirectsService,
    private readonly config: Config,
  ) {}

  @Get('assets/site.:version.css')
  style(@Param('version') version: string, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(
      styleSheetAnswer(styleSheetWith(this.config.siteAccent), version),
      response,
      next,
    );
  }

  @Get('assets/logo.:version.:ending')
  logo(@Req() { path }: Request, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(logoAnswer(this.config.siteLogo, path), response, next);
  }

  @Get('search.json')
  searchResults(@Req() { query }: Request, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.search.json(searchRequest(query)), response, next);
  }

  @Get('feed.xml')
  feedOfAll(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.feeds.all(codingOf(request)), response, next);
  }

  @Get(':locale/feed.xml')
  feedOfLocale(
    @Param('locale') locale: string,
    @Req() request: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ) {
    const answer = this.feeds.locale(locale, codingOf(request));
    return deliver(this.redirects.unlessMoved(request.path, answer), response, next);
  }

  @Get('tags/:tag/feed.xml')
  feedOfTag(
    @Param('tag') tag: string,
    @Req() request: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ) {
    const answer = this.feeds.tag(tag, codingOf(request));
    return deliver(this.redirects.unlessMoved(request.path, answer), response, next);
  }

  @Get('sitemap.xml')
  sitemapIndex(@Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.sitemap.index(), response, next);
  }

  @Get('sitemap-:part.xml')
  sitemapPart(@Param('part') part: string, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.sitemap.part(part), response, next);
  }

  @Get('robots.txt')
  robots(@Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.crawlers.robots(), response, next);
  }

  @Get('llms.txt')
  llms(@Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.crawlers.llms(), response, next);
  }
}
