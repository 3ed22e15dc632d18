import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PublicRoute } from '../http/public-route.decorator.js';
import { Health, type Readiness, readinessStatus } from './health.service.js';

/** For balancers and supervisors; needs no key (CONTRACT 12). */
@PublicRoute()
@Controller('health')
export class HealthController {
  constructor(private readonly health: Health) {}

  /** The process is up, with the database or without. */
  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): object {
    return { status: 'live' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const readiness = await this.health.readiness();
    response.status(readinessStatus(readiness));
    return readiness;
  }
}
