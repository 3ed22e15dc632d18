import { isObject, type JsonObject } from './json.js';

/** What came of the question that the host of an assistant put to the person (MCP 2026-07-28, "Elicitation"). */
export interface HostAnswer {
  /** As we gave it out with the question; anything else is refused. */
  readonly state: string;
  readonly action: 'accept' | 'decline' | 'cancel';
  /** What the person chose and wrote; whatever the client sent, unchecked. */
  readonly decision: unknown;
  readonly name: unknown;
}

/** Under which name the question is asked, and answered. */
export const QUESTION = 'approval';

/** A state of ours is far shorter. */
const MAX_STATE_LENGTH = 500;
const ACTIONS = ['accept', 'decline', 'cancel'] as const;

/** The answer that comes with the params of a repeated call; `null`: nobody has answered yet. */
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
