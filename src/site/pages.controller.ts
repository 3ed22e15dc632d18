import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { codingOf, deliver } from '../platform/http/deliver.js';
import { ListsService } from './lists.service.js';
import { MovedPaths } from './moved-paths.service.js';
import { PagesService } from './pages.service.js';
import { SearchPagesService, searchRequest } from './search-pages.service.js';
import { SiteFaultFilter } from './error-pages.filter.js';
import { VersionsService } from './versions.service.js';

/**
 * Routes of the pages for people: documents, released versions, lists and search. Nest tries the routes in the order of the methods.
 * Therefore the fixed paths come before the paths with parameters.
 */
@Controller()
@PublicRoute()
@UseFilters(SiteFaultFilter)
export class PagesController {
  constructor(
    private readonly pages: PagesService,
    private readonly lists: ListsService,
    private readonly search: SearchPagesService,
    private readonly versions: VersionsService,
    private readonly moved: MovedPaths,
  ) {}

  @Get()
  all(@Req() { query }: Request, @Res() response: Response) {
    return deliver(this.lists.all(query), response);
  }

  @Get('search')
  found(@Req() request: Request, @Res() response: Response) {
    const accepted = request.acceptsLanguages();
    return deliver(this.search.page(searchRequest(request.query), accepted), response);
  }

  @Get('tags/:tag')
  tag(@Param('tag') tag: string, @Req() { path, query }: Request, @Res() response: Response) {
    return deliver(this.moved.unlessMoved(path, this.lists.tag(tag, query)), response);
  }

  @Get([':locale/:slug@:version', ':locale/:slug%40:version'])
  version(@Req() request: Request, @Res() response: Response) {
    const answer = this.versions.answer(request.path, codingOf(request));
    return deliver(this.moved.unlessMoved(request.path, answer), response);
  }

  @Get(':locale/:slug/versions')
  listOfVersions(@Req() { path, query }: Request, @Res() response: Response) {
    return deliver(this.moved.unlessMoved(path, this.versions.list(path, query)), response);
  }

  @Get(':locale/new')
  newest(@Param('locale') locale: string, @Req() request: Request, @Res() response: Response) {
    const { path, query } = request;
    const answer = this.lists.newest(locale, path, query, codingOf(request));
    return deliver(this.moved.unlessMoved(path, answer), response);
  }

  /** Also matches other paths of one segment. If the segment cannot be a locale, the request goes to the next route. */
  @Get(':locale')
  locale(@Param('locale') locale: string, @Req() request: Request, @Res() response: Response) {
    const { path, query } = request;
    const answer = this.lists.locale(locale, path, query, codingOf(request));
    return deliver(this.moved.unlessMoved(path, answer), response);
  }

  /**
   * The service parses the whole path, because this route also matches other paths, and `:slug` can end with `.md`.
   */
  @Get(':locale/:slug')
  document(@Req() request: Request, @Res() response: Response) {
    const answer = this.pages.answer(request.path, codingOf(request));
    return deliver(this.moved.unlessMoved(request.path, answer), response);
  }
}
