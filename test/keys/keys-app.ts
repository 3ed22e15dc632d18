import { Controller, Get, Module, Post } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AccountsModule } from '../../src/accounts/accounts.module.js';
import { RequireScope } from '../../src/keys/access.decorators.js';
import type { Actor } from '../../src/keys/actor.js';
import { CurrentActor } from '../../src/keys/access.decorators.js';
import { KeysModule } from '../../src/keys/keys.module.js';
import { readConfig } from '../../src/platform/config/config.js';
import { PlatformModule } from '../../src/platform/platform.module.js';
import { ProblemFilter } from '../../src/platform/http/problem.filter.js';
import { PublicRoute } from '../../src/platform/http/public-route.decorator.js';
import { requestId } from '../../src/platform/http/http-server.js';

/** Routes with different kinds of access, and one route without a declaration of access. */
@Controller()
class DoorsController {
  /** Number of calls that reached the handler of the route without a declaration of access. */
  static undeclaredCalls = 0;

  @RequireScope('publish')
  @Post('publish')
  publish(@CurrentActor() actor: Actor): Actor {
    return actor;
  }

  @PublicRoute()
  @Get('public')
  open(): object {
    return { open: true };
  }

  @Get('undeclared')
  undeclared(): object {
    DoorsController.undeclaredCalls += 1;
    return {};
  }
}

/** Declares a scope for the whole controller. One route overrides this scope. */
@RequireScope('read')
@Controller('reading')
class ReadingController {
  @Get()
  read(): object {
    return {};
  }

  @RequireScope('write')
  @Post()
  write(): object {
    return {};
  }
}

/** The part of the service that checks keys: the real guard, limits and refusals on a real database. */
export class KeysApp {
  private constructor(
    private readonly app: NestExpressApplication,
    private readonly address: string,
  ) {}

  static async start(url: string, environment: Record<string, string> = {}): Promise<KeysApp> {
    const config = readConfig(environment);
    class Root {}
    Module({
      imports: [PlatformModule.register(config, url), AccountsModule, KeysModule],
      controllers: [DoorsController, ReadingController],
      providers: [{ provide: APP_FILTER, useClass: ProblemFilter }],
    })(Root);
    const app = await NestFactory.create<NestExpressApplication>(Root, {
      logger: false,
      abortOnError: false,
    });
    app.set('trust proxy', true);
    app.use(requestId);
    await app.listen(0, '127.0.0.1');
    return new KeysApp(app, await app.getUrl());
  }

  get undeclaredCalls(): number {
    return DoorsController.undeclaredCalls;
  }

  service<T>(type: new (...args: never[]) => T): T {
    return this.app.get(type, { strict: false });
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** Sends a request with a key; `address` is the client address that a proxy reports. */
  call(
    route: string,
    key?: string,
    { address, headers = {} }: { address?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const [method = 'GET', path = '/'] = route.split(' ');
    return fetch(this.address + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(address === undefined ? {} : { 'X-Forwarded-For': address }),
        ...headers,
      },
    });
  }
}
