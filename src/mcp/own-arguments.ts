import { MOST_WAIT_SECONDS } from '../platform/http/prefer-wait.js';
import type { JsonSchema } from './json-schema.js';
import { integerRule, type Rule } from '../platform/validation/rule.js';

/** The arguments that have another place over HTTP: path, header or preference (CONTRACT 8). */
export interface OwnArguments {
  readonly id: string;
  readonly idempotencyKey: string;
  /** 0–30. */
  readonly waitSeconds: number;
  readonly includeContent: boolean;
}

export type OwnArgument = keyof OwnArguments;

interface Definition<T> {
  readonly schema: JsonSchema;
  readonly rule: Rule;
  /** What it is when it is absent; without one it is required. */
  readonly otherwise?: T;
}

const text: Rule = (value) => (typeof value === 'string' ? undefined : 'must be a string');
const truth: Rule = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');

/** What is told of each argument, and what is demanded. */
export const OWN_ARGUMENTS: { readonly [Name in OwnArgument]: Definition<OwnArguments[Name]> } = {
  // Which texts are ids is for the service to say: a malformed one is the id of nothing.
  id: { schema: { type: 'string', description: 'Publication id.' }, rule: text },
  // Its form is checked where the key of an HTTP request is, before all other arguments.
  idempotencyKey: {
    schema: {
      type: 'string',
      maxLength: 255,
      description: 'A new UUID for each write; on a retry the same.',
    },
    rule: text,
  },
  waitSeconds: {
    schema: {
      type: 'integer',
      minimum: 0,
      maximum: MOST_WAIT_SECONDS,
      default: 0,
      description: 'Wait at most so long for the release to end.',
    },
    rule: integerRule(0, MOST_WAIT_SECONDS),
    otherwise: 0,
  },
  includeContent: {
    schema: { type: 'boolean', default: true, description: 'Answer the Markdown too.' },
    rule: truth,
    otherwise: true,
  },
};
