import type { Attempt, History } from '../history.js';
import type { Order } from '../door.js';
import type { Person } from '../people.js';
import { MARK } from '../texts.js';

/** With what a write may be refused. */
const REFUSALS = {
  create: ['path_conflict', 'daily_limit_exceeded'],
  update: ['version_conflict', 'daily_limit_exceeded'],
  publish: ['version_conflict', 'publish_in_progress', 'already_published', 'daily_limit_exceeded'],
};

/** Each answer by itself: one that is allowed, in time, and with nothing of anybody else in it. */
export function checkAnswers({ intents, looks }: History): string[] {
  return [
    ...intents.flatMap(({ person, order, attempts }) =>
      attempts.flatMap((one) => faultsOf(person, order, one, ['', ...REFUSALS[order.operation]])),
    ),
    ...looks.flatMap((look) => faultsOf(look.person, look.order, look, [look.refusal])),
  ];
}

function faultsOf(
  person: Person,
  { operation, idempotencyKey }: Order,
  { station, door, reply, failure, from, to }: Attempt,
  allowed: readonly string[],
): string[] {
  const what = `${operation} ${idempotencyKey ?? ''} by ${person.name} at ${station}, ${door}`;
  if (failure?.startsWith('TimeoutError') || failure?.startsWith('SyntaxError')) {
    return [`${what}: ${failure} after ${Math.round(to - from)} ms`];
  }
  if (!reply) return [];
  const strange = reply.status !== 503 && !allowed.includes(reply.code);
  const strangers = [...reply.text.matchAll(MARK)].filter(([, name]) => name !== person.name);
  return [
    ...(strange ? [`${what}: ${reply.status} ${reply.text.slice(0, 300)}`] : []),
    ...strangers.map(([mark]) => `${what}: the answer shows ${mark}`),
    ...(reply.code === 'daily_limit_exceeded' ? faultsOfLimit(what, reply.body.details.quota) : []),
  ];
}

function faultsOfLimit(what: string, quota: { used: number; dailyWriteLimit: number }): string[] {
  return quota.used === quota.dailyWriteLimit
    ? []
    : [`${what}: refused at ${quota.used} of ${quota.dailyWriteLimit} units`];
}
