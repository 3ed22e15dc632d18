import { createHash } from 'node:crypto';
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  SetMetadata,
  UnauthorizedException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectRepository } from '@nestjs/typeorm';
import type { Request } from 'express';
import { Repository } from 'typeorm';
import type { Account } from './account.entity.js';
import { ApiKey } from './api-key.entity.js';

const SCOPE = 'scope';

/** Declares the scope that the key of a request must have. */
export const RequireScope = (scope: string) => SetMetadata(SCOPE, scope);

/** The account whose key came with the request. */
export const CurrentAccount = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).account,
);

type AccountRequest = Request & { account?: Account };
const requestOf = (context: ExecutionContext): AccountRequest =>
  context.switchToHttp().getRequest<AccountRequest>();

/** Looks up the key of each request. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const [scheme, secret] = request.headers.authorization?.split(' ') ?? [];
    if (scheme !== 'Bearer' || !secret) throw new UnauthorizedException();
    const digest = createHash('sha256').update(secret).digest('hex');
    // `findOne` with a relation would send two statements.
    const key = await this.keys
      .createQueryBuilder('key')
      .innerJoinAndSelect('key.account', 'account')
      .where({ digest })
      .getOne();
    if (!key) throw new UnauthorizedException();
    const scope = this.reflector.get<string>(SCOPE, context.getHandler());
    if (!key.scopes.includes(scope)) throw new ForbiddenException();
    request.account = key.account;
    return true;
  }
}
