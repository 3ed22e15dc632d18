import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Config } from '../platform/config/config.js';
import { problemOf } from '../platform/problems/common-problems.js';
import type { Problem } from '../platform/problems/problem.js';
import { PROBLEMS } from '../platform/problems/catalogue.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { confidentialPage } from '../site/answers.js';
import { html } from '../site/html/html.js';
import { deskLayout } from './desk-layout.js';
import { type DeskRequest, kept } from './desk-request.js';
import { DeskError, hasEnded, SENTENCES, sentenceOf, sessionEnded } from './desk.errors.js';

/** Answers every error of the desk's routes with a page that says what happened and what to do (contract 13). */
@Catch()
@Injectable()
export class DeskFilter implements ExceptionFilter {
  constructor(private readonly config: Config) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { form } = http.getRequest<Partial<DeskRequest>>();
    const error = hasEnded(thrown) ? sessionEnded() : thrown;
    const response = http.getResponse<Response>();
    const problem = problemOf(error);
    const shown = error instanceof DeskError ? error : errorOf(problem);
    const { code } = shown;
    http.getRequest<ServiceRequest>().refusal = { code, channel: 'desk', error };
    const page = messagePage(this.config.siteName, shown, form ? kept(form) : []);
    const { status = PROBLEMS[code].status, retryAfter } = problem.occasion;
    const { headers, body } = confidentialPage(status, page);
    response.status(status).set(headers);
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    response.send(body);
  }
}

function errorOf(problem: Problem): DeskError {
  const { code } = problem;
  const title = SENTENCES[code]?.title ?? PROBLEMS[code].title;
  return new DeskError(code, title, sentenceOf(problem));
}

/** Makes a page that says what happened and what to do, and has what was typed (contract 13). */
const messagePage = (
  siteName: string,
  { title, message, link }: DeskError,
  typed: readonly string[],
): string =>
  deskLayout(
    siteName,
    title,
    html`<div class="message">
      <h1>${title}</h1>
      <p>${message}</p>
      ${
        typed.length > 0 &&
        html`<p>You typed:</p>
          ${typed.map((text) => html`<pre dir="auto">${text}</pre>`)}`
      }
      <p><a href="${link.href}">${link.text}</a></p>
    </div>`,
  );
