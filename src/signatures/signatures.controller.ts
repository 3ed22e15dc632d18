import { Controller, Get, Next, Res } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { deliver } from '../platform/http/deliver.js';
import { PublicKeys } from './public-keys.service.js';

/** Serves the public keys that verify signed records (contract 15). */
@Controller()
@PublicRoute()
export class SignaturesController {
  constructor(private readonly keys: PublicKeys) {}

  @Get('.well-known/jwks.json')
  jwks(@Res() response: Response, @Next() next: NextFunction) {
    return deliver(this.keys.answer(), response, next);
  }
}
