import { Controller, Get, Header } from '@nestjs/common';
import { clock } from '../platform/clock/clock.js';
import { Config } from '../platform/config/config.js';
import { routeNotFound } from '../platform/problems/common-problems.js';
import { PublicRoute } from '../platform/http/public-route.decorator.js';

/** Days from a request to the expiry date in the answer. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** Answers with the file that says where to report a vulnerability of this service (RFC 9116, contract 11). */
@Controller()
@PublicRoute()
export class SecurityTxtController {
  constructor(private readonly config: Config) {}

  /** @throws Problem `not_found` if no contact is configured */
  @Get('.well-known/security.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=86400')
  @Header('X-Content-Type-Options', 'nosniff')
  read(): string {
    const { securityContact, publicBaseUrl } = this.config;
    if (securityContact === '') throw routeNotFound();
    const expires = new Date(clock.millis() + VALID_DAYS * DAY_MS);
    return [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicBaseUrl}/.well-known/security.txt`,
      '',
    ].join('\n');
  }
}
