import { All, Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { routeNotFound } from '../platform/errors/service.errors.js';
import { PublicRoute } from '../platform/http/public-route.decorator.js';

/**
 * Where MCP clients look for OAuth there is nothing, and in words that they can read: a page of the
 * site, even one that says 404, sends some of them in circles (CONTRACT 8).
 */
@Controller()
@PublicRoute()
@ApiExcludeController()
export class NoOauthController {
  /** @throws Problem `not_found` */
  @All(['.well-known', '.well-known/*path', 'register', 'authorize', 'token'])
  nothing(): never {
    throw routeNotFound();
  }
}
