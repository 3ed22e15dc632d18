import { Controller, Get, Next, Param, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { deliver } from '../site/deliver.js';
import { PreviewFaultFilter } from './preview-fault.filter.js';
import { PreviewsService } from './previews.service.js';

/** What people see who were given the address of a preview. */
@Controller('preview/:token')
@PublicRoute()
@UseFilters(PreviewFaultFilter)
@ApiExcludeController()
export class PreviewsController {
  constructor(private readonly previews: PreviewsService) {}

  @Get()
  page(@Param('token') token: string, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.previews.page(token), response, next);
  }

  @Get('changes')
  changes(@Param('token') token: string, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.previews.changes(token), response, next);
  }
}
