import { Catch, HttpException, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { problemOf } from '../platform/problems/common-problems.js';
import { ProblemFilter } from '../platform/http/problem.filter.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import type { Answer } from '../platform/http/deliver.js';
import { confidentialPage, passingPage, SECRECY } from './answers.js';
import { deliverAnswer } from '../platform/http/deliver.js';
import { notFoundPage } from './html/message-page.js';

/** Paths outside the site. Every client gets a problem, not a page, for an unknown address below these paths. */
const NOT_THE_SITE = /^\/(?:api|mcp|docs|health|openapi\.json)(?:\/|$)/i;
/** Paths of previews. Every client that reads an unknown preview gets the same 404 page (contract 9). */
const PREVIEWS = /^\/preview(?:\/|$)/i;
/** Paths of pages that are not public. No robot may list the answers at these paths (contract 9, 13). */
const SECRET = /^\/(?:preview|desk)(?:\/|$)/i;

/**
 * Answers requests for which there is no route, or whose path cannot be decoded. Browsers get a page, and programs get
 * a problem (contract 6).
 */
@Catch(HttpException)
@Injectable()
export class UnknownAddressFilter extends ProblemFilter {
  protected override refuse(error: unknown, request: ServiceRequest, response: Response): void {
    const isPreview = PREVIEWS.test(request.path);
    const isSecret = SECRET.test(request.path);
    if (isSecret) response.set(SECRECY);
    const isMissing = problemOf(error).code === 'not_found' && isRead(request);
    if (!isMissing || !(isPreview || isReader(request))) {
      super.refuse(error, request, response);
      return;
    }
    request.refusal = { code: 'not_found', channel: 'http', error };
    const page = notFoundPage(this.config.siteName);
    void this.show(isSecret ? confidentialPage(404, page) : passingPage(404, page), response);
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

/** Whether a browser requests an address of the site. Browsers prefer HTML to JSON, but programs do not. */
const isReader = (request: Request): boolean =>
  !NOT_THE_SITE.test(request.path) && request.accepts(['json', 'html']) === 'html';
