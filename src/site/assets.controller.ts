import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { styleSheet } from './answer.js';

/** What pages load: the style sheet. */
@Controller('assets')
@PublicRoute()
@ApiExcludeController()
export class AssetsController {
  @Get('site.:version.css')
  style(@Param('version') version: string, @Res() response: Response): void {
    const { headers, body } = styleSheet(version);
    response.set(headers).send(body);
  }
}
