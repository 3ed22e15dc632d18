import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { Config } from '../platform/config/config.js';
import { logoAnswer, styleSheetAnswer } from './answers.js';
import { styleSheetWith } from './style-sheet.js';
import { CrawlersService } from './crawlers.service.js';
import { codingOf, deliver } from '../platform/http/deliver.js';
import { FeedsService } from './feeds.service.js';
import { MovedPaths } from './moved-paths.service.js';
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
    private readonly moved: MovedPaths,
    private readonly config: Config,
  ) {}

  @Get('assets/site.:version.css')
  style(@Param('version') version: string, @Res() response: Response) {
    return deliver(styleSheetAnswer(styleSheetWith(this.config.siteAccent), version), response);
  }

  @Get('assets/logo.:version.:ending')
  logo(@Req() { path }: Request, @Res() response: Response) {
    return deliver(logoAnswer(this.config.siteLogo, path), response);
  }

  @Get('search.json')
  searchResults(@Req() { query }: Request, @Res() response: Response) {
    return deliver(this.search.json(searchRequest(query)), response);
  }

  @Get('feed.xml')
  feedOfAll(@Req() request: Request, @Res() response: Response) {
    return deliver(this.feeds.all(codingOf(request)), response);
  }

  @Get(':locale/feed.xml')
  feedOfLocale(
    @Param('locale') locale: string,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const answer = this.feeds.locale(locale, codingOf(request));
    return deliver(this.moved.unlessMoved(request.path, answer), response);
  }

  @Get('tags/:tag/feed.xml')
  feedOfTag(@Param('tag') tag: string, @Req() request: Request, @Res() response: Response) {
    const answer = this.feeds.tag(tag, codingOf(request));
    return deliver(this.moved.unlessMoved(request.path, answer), response);
  }

  @Get('sitemap.xml')
  sitemapIndex(@Res() response: Response) {
    return deliver(this.sitemap.index(), response);
  }

  @Get('sitemap-:part.xml')
  sitemapPart(@Param('part') part: string, @Res() response: Response) {
    return deliver(this.sitemap.part(part), response);
  }

  @Get('robots.txt')
  robots(@Res() response: Response) {
    return deliver(this.crawlers.robots(), response);
  }

  @Get('llms.txt')
  llms(@Res() response: Response) {
    return deliver(this.crawlers.llms(), response);
  }
}
