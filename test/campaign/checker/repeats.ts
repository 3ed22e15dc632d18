import { acceptance, type Attempt, type Intent } from '../history.js';

/**
 * Codes that no attempt of an accepted write can get. A write that was refused with one of these codes can never be
 * accepted later. A version does not become current again, and a path does not become free again.
 */
const FOR_EVER = new Set(['version_conflict', 'path_conflict', 'already_published', 'moved_on']);

/** Checks that all attempts of an accepted write have one effect in total, and get the same answer. */
export const checkRepeats = (intents: readonly Intent[]): string[] =>
  intents.filter((intent) => acceptance(intent)).flatMap(faultsOf);

function faultsOf({ order, attempts }: Intent): string[] {
  const what = `${order.operation} ${order.idempotencyKey}`;
  const told = attempts.filter(({ reply }) => reply?.status === 200);
  // An answer of the desk does not show whether it is a replay.
  const first = told.filter(({ reply, channel }) => !reply!.replayed && channel !== 'desk');
  const refused = attempts.filter(({ reply }) => reply && FOR_EVER.has(reply.code));
  return [
    ...(first.length > 1 ? [`${what} was carried out ${first.length} times`] : []),
    ...refused.map(({ reply }) => `${what} was accepted, and refused: ${reply!.code}`),
    ...['http', 'mcp', 'desk'].flatMap((channel) => differences(what, told, channel)),
  ];
}

function differences(what: string, told: readonly Attempt[], channel: string): string[] {
  const texts = told
    .filter((one) => one.channel.startsWith(channel) && !one.waited)
    .map(({ reply }) => reply!.text);
  return new Set(texts).size <= 1 ? [] : [`${what}: replays differ: ${texts.join('\n')}`];
}
