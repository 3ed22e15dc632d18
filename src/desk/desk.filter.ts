import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Config } from '../platform/config/config.js';
import { problemOf } from '../platform/problems/common-problems.js';
import { Problem } from '../platform/problems/problem.js';
import { type ProblemCode, PROBLEMS } from '../platform/problems/catalogue.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { confidentialPage } from '../site/answers.js';
import { html } from '../site/html/html.js';
import { deskLayout } from './desk-layout.js';
import { DeskError, sessionEnded } from './desk.errors.js';

/** Problem code for the log, by the status of a `DeskError`. */
const CODES: Readonly<Record<number, ProblemCode>> = {
  400: 'invalid_request',
  403: 'insufficient_scope',
  409: 'version_conflict',
  415: 'unsupported_media_type',
  422: 'validation_failed',
};

/** Answers every error of the desk's routes with a page that says what happened and what to do (contract 13). */
@Catch()
@Injectable()
export class DeskFilter implements ExceptionFilter {
  constructor(private readonly config: Config) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const error = hasEnded(thrown) ? sessionEnded() : thrown;
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const problem = problemOf(error);
    const isOurs = error instanceof DeskError;
    const code = isOurs ? (CODES[error.status] ?? 'invalid_request') : problem.code;
    http.getRequest<ServiceRequest>().refusal = { code, channel: 'desk', error };
    const shown = isOurs
      ? error
      : new DeskError(
          problem.occasion.status ?? PROBLEMS[code].status,
          SENTENCES[code]?.title ?? PROBLEMS[code].title,
          SENTENCES[code]?.sentence ?? problem.message,
        );
    const page = messagePage(this.config.siteName, shown);
    const { status, headers, body } = confidentialPage(shown.status, page);
    response.status(status).set(headers);
    const { retryAfter } = problem.occasion;
    if (!isOurs && retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    response.send(body);
  }
}

/**
 * Titles and sentences of problems, for a person at the desk. Problems that are not listed keep their own title and
 * message.
 */
const SENTENCES: Partial<
  Record<ProblemCode, { readonly title: string; readonly sentence: string }>
> = {
  not_found: {
    title: 'Not found',
    sentence: 'There is no such document, or it does not belong to this account.',
  },
  rate_limited: {
    title: 'Too many attempts',
    sentence: 'Wait a minute, then try again.',
  },
  publish_in_progress: {
    title: 'This version is being released already',
    sentence: 'Nothing was done: somebody has released it a moment ago.',
  },
  already_published: {
    title: 'This version is public already',
    sentence: 'Nothing was done: somebody has released it before.',
  },
  approval_required: {
    title: 'Another person has to decide',
    sentence:
      'Nothing was released: you wrote this version, and for this account another person releases what you write.',
  },
  picture_missing: {
    title: 'Pictures are missing',
    sentence:
      'Nothing was released: a picture of this version was not uploaded, or has no alternative text. Send it back with a note, or ask its author to correct it.',
  },
  sources_required: {
    title: 'Sources are missing',
    sentence:
      'Nothing was released: this version names fewer sources than this service asks for. Send it back with a note, or ask its author to add them.',
  },
  daily_limit_exceeded: {
    title: 'The account has used up its writes of today',
    sentence: 'Nothing was released. Try again after midnight UTC, or ask the operator.',
  },
  payload_too_large: {
    title: 'This form cannot be read',
    sentence: 'Nothing was done. Go back in your browser and send a shorter note.',
  },
  unavailable: {
    title: 'Just a moment',
    sentence:
      'The service cannot answer now. Send the form once more in a few seconds: your decision is carried out at most once.',
  },
};

/** Whether the session, its key or its account ended after the guard had found the session. */
const hasEnded = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'unauthorized' || error.code === 'account_suspended');

/** Makes a page that says what happened and what to do (contract 13). */
const messagePage = (siteName: string, { title, message, link }: DeskError): string =>
  deskLayout(
    siteName,
    title,
    html`<div class="message">
      <h1>${title}</h1>
      <p>${message}</p>
      <p><a href="${link.href}">${link.text}</a></p>
    </div>`,
  );
