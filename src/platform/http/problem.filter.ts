import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../config/config.js';
import { type Problem, problemBody } from '../problems/problem.js';
import { emptySegment, methodNotAllowed, problemOf } from '../problems/common-problems.js';
import { canonicalLocale } from '../validation/locale.js';
import type { ServiceRequest } from './service-request.js';

/**
 * Paths of the API and of MCP. Problems at these paths have `Cache-Control: private, no-cache` (contract 4). All other
 * problems have `no-store`.
 */
const INTERFACES = /^\/(?:api|mcp)(?:\/|$)/i;

/** Answers every error of a request as problem+json (RFC 9457, contract 6). */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(protected readonly config: Config) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.refuse(error, http.getRequest(), http.getResponse());
  }

  protected refuse(error: unknown, request: ServiceRequest, response: Response): void {
    const problem = routed(problemOf(error), request);
    const { channel = 'http', requestId } = request;
    request.refusal = { code: problem.code, error, channel };
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { headers, retryAfter } = problem.occasion;
    const cacheControl = INTERFACES.test(request.path) ? 'private, no-cache' : 'no-store';
    const body = problemBody(problem, channel, this.config.publicBaseUrl, requestId);
    response
      .status(body.status)
      .set({ 'Cache-Control': cacheControl, ...headers })
      .setHeader('Content-Type', 'application/problem+json');
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    const text = JSON.stringify(body);
    response.set('Content-Length', String(Buffer.byteLength(text))).end(text);
  }
}

/**
 * Replaces a 404 by a 405 if the address has routes, but no route for the method of the request. Explains a 404 that an
 * empty segment of the path causes.
 */
function routed(problem: Problem, request: ServiceRequest): Problem {
  if (problem.code !== 'not_found') return problem;
  if (request.path.includes('//')) return emptySegment();
  const methods = methodsOf(request);
  return methods.length === 0 || methods.includes(request.method)
    ? problem
    : methodNotAllowed(methods);
}

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): { readonly params: Readonly<Record<string, string>> } | false;
}

/**
 * Returns the methods of all routes at the address. Routes for every method (`@All`) are left out, because they only
 * answer 404.
 */
function methodsOf(request: Request): string[] {
  const { stack } = request.app.router as unknown as { stack: Layer[] };
  const methods = stack
    .filter(({ route }) => route && !('trace' in route.methods))
    .filter((layer) => matches(layer, request.path))
    .flatMap((layer) => Object.keys(layer.route!.methods))
    .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  return [...new Set(methods)];
}

/**
 * Whether the site can have a page at the address. Routes also match addresses whose first segment is not a locale, but
 * the site has no page at such an address.
 */
const isPlace = ({ locale }: Readonly<Record<string, string>>): boolean =>
  locale === undefined || canonicalLocale(locale) !== undefined;

function matches(layer: Layer, path: string): boolean {
  try {
    const match = layer.match(path);
    return match !== false && isPlace(match.params);
  } catch {
    return false;
  }
}
