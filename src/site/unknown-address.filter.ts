import { Catch, HttpException, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { problemOf } from '../platform/problems/common-problems.js';
import { ProblemFilter } from '../platform/http/problem.filter.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { type Answer, confidentialPage, passingPage, SECRECY } from './answer.js';
import { deliverAnswer } from './deliver.js';
import { notFoundPage } from './html/message-page.js';

/** Addresses for programs, which are not pages of the site. */
const NOT_THE_SITE = /^\/(?:api|mcp|docs|health|openapi\.json)(?:\/|$)/i;
/** Addresses of previews: every unknown one gets the same 404 (contract 9). */
const PREVIEWS = /^\/preview(?:\/|$)/i;

/** Answers Nest's own 404 and undecodable paths: with a page for readers, a problem for programs (contract 6). */
@Catch(HttpException)
@Injectable()
export class UnknownAddressFilter extends ProblemFilter {
  protected override refuse(error: unknown, request: ServiceRequest, response: Response): void {
    const isPreview = PREVIEWS.test(request.path);
    if (isPreview) response.set(SECRECY);
    const isMissing = problemOf(error).code === 'not_found' && isRead(request);
    if (!isMissing || !(isPreview || isReader(request))) {
      super.refuse(error, request, response);
      return;
    }
    request.refusal = { code: 'not_found', channel: 'http', error };
    const page = notFoundPage(this.config.siteName);
    void this.show(isPreview ? confidentialPage(404, page) : passingPage(404, page), response);
  }

  private async show(answer: Answer, response: Response): Promise<void> {
    try {
      await deliverAnswer(answer, response);
    } catch (fault) {
      response.removeHeader('Content-Encoding');
      super.refuse(fault, response.req as ServiceRequest, response);
    }
  }
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Browsers prefer HTML. A client that accepts anything counts as a program. */
const isReader = (request: Request): boolean =>
  !NOT_THE_SITE.test(request.path) && request.accepts(['json', 'html']) === 'html';
