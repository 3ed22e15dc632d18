import { isRetryable, type ProblemCode, PROBLEMS } from './catalogue.js';
import { withoutKeys } from '../logging/redaction.js';
import type { Advice, Interface, ProblemKind } from './problem-kind.js';

/**
 * The data of one refusal. The members `detail`, `nextStep` and `status` replace the same members of the catalogue's
 * entry.
 */
export interface ProblemOccasion {
  /** Stable facts for programs. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds for `Retry-After`. */
  readonly retryAfter?: number;
  /** Header fields that belong to this refusal, such as `Allow` or `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What happened, if the code has several causes. Contains no text of users except the names of fields. */
  readonly detail?: string;
  /** What to do next, if the code has several causes. */
  readonly nextStep?: Advice;
  /** The status, if it differs from the catalogue: 408 for a request that was too slow, 410 for a withdrawn document. */
  readonly status?: 408 | 410;
}

/**
 * An expected refusal. Any part of the service may throw it; the interfaces turn it into an answer (RFC 9457,
 * contract 6).
 */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly code: ProblemCode,
    readonly occasion: ProblemOccasion = {},
  ) {
    super(filled(occasion.detail ?? PROBLEMS[code].detail, occasion));
  }

  /** Returns the next step, in the words of one interface. */
  nextStep(at: Interface): string {
    const advice: Advice = this.occasion.nextStep ?? PROBLEMS[this.code].nextStep;
    return filled(typeof advice === 'string' ? advice : advice[at], this.occasion);
  }
}

export function exampleOf(code: ProblemCode): Problem {
  const { example }: ProblemKind = PROBLEMS[code];
  return new Problem(code, example);
}

/** The object that both interfaces send for a refusal (RFC 9457, contract 6). */
export type ProblemBody = ReturnType<typeof problemBody>;

/**
 * Makes the body of a problem for one interface. If the client sent a publisher key, for example as the name of a
 * member, the body does not repeat the secret part of the key (contract 7). `publicBaseUrl` is the origin of the page
 * `/docs/errors`.
 */
export function problemBody(
  problem: Problem,
  at: Interface,
  publicBaseUrl: string,
  requestId: string,
) {
  const { code, occasion } = problem;
  const { status, title } = PROBLEMS[code];
  const body = {
    type: `${publicBaseUrl}/docs/errors#${code}`,
    title,
    status: occasion.status ?? status,
    detail: problem.message,
    code,
    details: occasion.details ?? {},
    nextStep: problem.nextStep(at).replaceAll('`', ''),
    retryable: isRetryable(code),
    requestId,
  };
  const text = JSON.stringify(body);
  const shown = withoutKeys(text);
  return shown === text ? body : (JSON.parse(shown) as typeof body);
}

/** Replaces `{name}` and `{name.member}` in a sentence by values from `details`, and `{retryAfter}` by `retryAfter`. */
function filled(sentence: string, { details = {}, retryAfter }: ProblemOccasion): string {
  return sentence.replaceAll(/\{([\w.]+)\}/g, (place, path: string) => {
    const figure = path.split('.').reduce(memberOf, { ...details, retryAfter });
    return figure === undefined ? place : inWords(figure);
  });
}

const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name)
    ? (of as Readonly<Record<string, unknown>>)[name]
    : undefined;

const inWords = (figure: unknown): string =>
  Array.isArray(figure) ? figure.join(', ') : String(figure);
