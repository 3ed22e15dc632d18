import { Catch, HttpException, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { problemOf } from '../platform/errors/service.errors.js';
import { ProblemFilter } from '../platform/http/problem.filter.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { passingPage } from './answer.js';
import { notFoundPage } from './html/message-page.js';

/** Addresses of programs, and of what is not the site. */
const NOT_THE_SITE = /^\/(?:api|mcp|docs|health|openapi\.json)(?:\/|$)/i;

/**
 * Gives a reader a page where no route is, or where no text can be decoded from the path: what the
 * framework throws of itself. Programs get the problem that they get everywhere (CONTRACT 6).
 */
@Catch(HttpException)
@Injectable()
export class UnknownAddressFilter extends ProblemFilter {
  protected override refuse(error: unknown, request: ServiceRequest, response: Response): void {
    if (problemOf(error).code !== 'not_found' || !isReader(request)) {
      super.refuse(error, request, response);
      return;
    }
    request.refusal = { code: 'not_found', door: 'http', error };
    const { status, headers, body } = passingPage(404, notFoundPage(this.config.siteName));
    response.status(status).set(headers).send(body);
  }
}

/** Browsers name HTML first; who takes anything is a program. */
const isReader = (request: Request): boolean =>
  /^(?:GET|HEAD)$/.test(request.method) &&
  !NOT_THE_SITE.test(request.path) &&
  request.accepts(['json', 'html']) === 'html';
