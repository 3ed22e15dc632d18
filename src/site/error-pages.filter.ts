import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../platform/config/config.js';
import { problemOf } from '../platform/problems/common-problems.js';
import { PROBLEMS } from '../platform/problems/catalogue.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { type Answer, deliver } from '../platform/http/deliver.js';
import { confidentialPage, passingPage, SECRECY } from './answers.js';
import { faultPage, notFoundPage } from './html/message-page.js';
import { type Look, lookOf } from './html/site.js';
import { ProblemFilter } from '../platform/http/problem.filter.js';
import { MissingPages } from './missing-pages.service.js';
import { MovedPaths } from './moved-paths.service.js';

/** Answers errors, including 404, with a page of the site instead of JSON. */
@Catch()
@Injectable()
export class SiteFaultFilter implements ExceptionFilter {
  constructor(private readonly config: Config) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { code } = problemOf(error);
    http.getRequest<ServiceRequest>().refusal = { code, channel: 'http', error };
    sendFault(error, lookOf(this.config), http.getResponse());
  }
}

/** Sends the page for people about an error. */
function sendFault(error: unknown, look: Look, response: Response): void {
  const { code, occasion } = problemOf(error);
  const page = code === 'not_found' ? notFoundPage(look) : faultPage(look, code === 'unavailable');
  const made = SECRET.test(response.req.path) ? confidentialPage : passingPage;
  const { status, headers, body } = made(PROBLEMS[code].status, page);
  response.status(status).set(headers);
  if (occasion.retryAfter !== undefined) response.set('Retry-After', String(occasion.retryAfter));
  response.send(body);
}

/** Paths outside the site. Every client gets a problem, not a page, for an unknown address below these paths. */
const NOT_THE_SITE =
  /^\/(?:(?:api|mcp|docs|health|openapi\.json|\.well-known)(?:\/|$)|(?:register|authorize|token)\/?$)/i;
/** Paths of previews. Every client that reads an unknown preview gets the same 404 page (contract 9). */
const PREVIEWS = /^\/preview(?:\/|$)/i;
/** Paths of pages that are not public. No robot may list the answers at these paths (contract 9, 13). */
const SECRET = /^\/(?:preview|desk)(?:\/|$)/i;

/**
 * Answers requests for which there is no route, or whose path cannot be decoded. A path that leads to a document is
 * redirected. For all others browsers get a page, and programs get a problem (contract 6).
 */
@Catch(HttpException)
@Injectable()
export class UnknownAddressFilter extends ProblemFilter {
  @Inject(MovedPaths)
  private readonly moved!: MovedPaths;
  @Inject(MissingPages)
  private readonly missing!: MissingPages;

  protected override refuse(error: unknown, request: ServiceRequest, response: Response): void {
    const isPreview = PREVIEWS.test(request.path);
    const isSecret = SECRET.test(request.path);
    if (isSecret) response.set(SECRECY);
    const isMissing = problemOf(error).code === 'not_found' && isRead(request);
    const mayMove = isMissing && !isSecret;
    const isForPerson = isPreview || isReader(request);
    void this.answerMissing(mayMove ? request.path : undefined, isForPerson, response, () => {
      if (!isMissing || !isForPerson) {
        super.refuse(error, request, response);
        return undefined;
      }
      request.refusal = { code: 'not_found', channel: 'http', error };
      return isSecret
        ? confidentialPage(404, notFoundPage(lookOf(this.config)))
        : this.missing.at(request.path);
    });
  }

  /** Redirects a path that leads to a document; otherwise sends the page that `refused` makes, if it makes one. */
  private async answerMissing(
    path: string | undefined,
    isForPerson: boolean,
    response: Response,
    refused: () => Answer | Promise<Answer> | undefined,
  ): Promise<void> {
    try {
      const answer =
        (path === undefined ? undefined : await this.moved.to(path)) ?? (await refused());
      if (answer) await deliver(answer, response);
    } catch (fault) {
      response.removeHeader('Content-Encoding');
      const request = response.req as ServiceRequest;
      if (!isForPerson || response.headersSent) return super.refuse(fault, request, response);
      request.refusal = { code: problemOf(fault).code, channel: 'http', error: fault };
      sendFault(fault, lookOf(this.config), response);
    }
  }
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Whether a browser requests an address of the site. Browsers prefer HTML to JSON, but programs do not. */
const isReader = (request: Request): boolean =>
  !NOT_THE_SITE.test(request.path) && request.accepts(['json', 'html']) === 'html';
