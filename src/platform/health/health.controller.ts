import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { HealthRoute } from '../http/public-route.decorator.js';
import { Health, LIVENESS, type Readiness, readinessStatus } from './health.service.js';

/** Health checks for load balancers and supervisors; they need no key (contract 12). */
@HealthRoute()
@Controller('health')
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): object {
    return LIVENESS;
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const readiness = await this.health.readiness();
    response.status(readinessStatus(readiness));
    return readiness;
  }
}
