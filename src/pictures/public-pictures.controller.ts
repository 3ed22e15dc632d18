import { Controller, Get, Next, Param, Res } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { deliver } from '../platform/http/deliver.js';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { PictureFiles } from './picture-files.service.js';
import { KEPT_BY_ALL, pictureAnswer } from './picture-answer.js';

/** Serves the pictures of released revisions (contract 14). */
@Controller('pictures')
@PublicRoute()
export class PublicPicturesController {
  constructor(private readonly files: PictureFiles) {}

  @Get(':file')
  file(@Param('file') name: string, @Res() response: Response, @Next() next: NextFunction) {
    return deliver(pictureAnswer(this.files.released(name), KEPT_BY_ALL), response, next);
  }
}
