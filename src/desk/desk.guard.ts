import { timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { BurstLimit } from '../keys/burst-limit.service.js';
import { RequestsInProgress } from '../keys/requests-in-progress.service.js';
import { Config } from '../platform/config/config.js';
import { type DeskRequest, readForm, sessionToken } from './desk-request.js';
import { DeskSessionsService } from './desk-sessions.service.js';
import { foreignForm, foreignOrigin, sessionEnded } from './desk.errors.js';

const SIGN_IN = '/desk/sign-in';

/**
 * Finds the session of a request. A GET needs no session, because the page can show the sign-in form. A form from a
 * foreign origin is refused. The sign-in form needs no session; every other form needs a session and the form token of
 * this session (contract 13).
 */
@Injectable()
export class DeskGuard implements CanActivate {
  constructor(
    private readonly sessions: DeskSessionsService,
    private readonly burstLimit: BurstLimit,
    private readonly inProgress: RequestsInProgress,
    private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<DeskRequest>();
    if (request.method === 'POST') this.assertOurs(request);
    await this.findSession(request);
    if (request.session) {
      request.actor = request.session;
      this.burstLimit.countRequest(request.session.keyId);
      await this.inProgress.ofKey(request, request.session.keyId);
    } else {
      await this.inProgress.ofAddress(request);
    }
    request.form = new URLSearchParams();
    if (request.method === 'POST') await this.readForm(request);
    return true;
  }

  private async findSession(request: DeskRequest): Promise<void> {
    const token = sessionToken(request, this.config.publicBaseUrl);
    request.hadSession = token !== undefined;
    request.session = token === undefined ? undefined : await this.sessions.find(token);
  }

  private assertOurs({ headers }: DeskRequest): void {
    const { origin } = headers;
    const { publicBaseUrl } = this.config;
    if (origin !== undefined && origin !== publicBaseUrl) throw foreignOrigin(publicBaseUrl);
  }

  private async readForm(request: DeskRequest): Promise<void> {
    request.form = await readForm(request);
    if (request.path === SIGN_IN) return;
    // A form can end a minute after its headers. Meanwhile, the session can have ended.
    await this.findSession(request);
    if (!request.session) throw sessionEnded();
    if (!isEqual(request.form.get('token') ?? '', request.session.formToken)) throw foreignForm();
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
