import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Config } from '../platform/config/config.js';
import { problemOf } from '../platform/problems/common-problems.js';
import { PROBLEMS } from '../platform/problems/catalogue.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import type { Answer } from '../platform/http/deliver.js';
import { passingPage } from './answers.js';
import { faultPage, notFoundPage } from './html/message-page.js';

/** Answers errors, including 404, with a page of the site instead of JSON. */
@Catch()
@Injectable()
export class SiteFaultFilter implements ExceptionFilter {
  constructor(private readonly config: Config) {}

  /** Makes the answer with an error page. The filter of the previews overrides this method with other header fields. */
  protected answer(status: number, page: string): Answer {
    return passingPage(status, page);
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const { code, occasion } = problemOf(error);
    http.getRequest<ServiceRequest>().refusal = { code, channel: 'http', error };
    const { siteName } = this.config;
    const page =
      code === 'not_found' ? notFoundPage(siteName) : faultPage(siteName, code === 'unavailable');
    const { status, headers, body } = this.answer(PROBLEMS[code].status, page);
    response.status(status).set(headers);
    if (occasion.retryAfter !== undefined) response.set('Retry-After', String(occasion.retryAfter));
    response.send(body);
  }
}
