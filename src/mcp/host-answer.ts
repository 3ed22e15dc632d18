import { isObject, type JsonObject } from './json.js';

/** The person's answer to a question that the host asked (MCP 2026-07-28, "Elicitation"). */
export interface HostAnswer {
  /** The state of the question, as the client returned it; not verified. */
  readonly state: string;
  readonly action: 'accept' | 'decline' | 'cancel';
  /** The person's choice and name, as the client sent them; not validated. */
  readonly decision: unknown;
  readonly name: unknown;
}

/** Key of the question in `inputRequests`, and of the answer in `inputResponses`. */
export const QUESTION = 'approval';

/**
 * Maximum length of a state, in characters. A longer state is cut. The states that this service makes are far shorter.
 */
const MAX_STATE_LENGTH = 500;
const ACTIONS = ['accept', 'decline', 'cancel'] as const;

/** Reads the answer from the params of a repeated call; `null` if there is no well-formed answer. */
export function hostAnswerOf({
  requestState: state,
  inputResponses: responses,
}: JsonObject): HostAnswer | null {
  const response = isObject(responses) ? responses[QUESTION] : undefined;
  if (typeof state !== 'string' || !isObject(response)) return null;
  const action = ACTIONS.find((known) => known === response.action);
  if (action === undefined) return null;
  const { decision, name } = isObject(response.content) ? response.content : {};
  return { state: state.slice(0, MAX_STATE_LENGTH), action, decision, name };
}
