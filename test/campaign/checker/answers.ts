import type { Attempt, History } from '../history.js';
import type { Order } from '../interfaces.js';
import type { CampaignAccount } from '../accounts.js';
import { Traces } from './traces.js';

/** The refusals that each kind of write may get. */
const REFUSALS = {
  create: ['path_conflict', 'daily_limit_exceeded'],
  update: ['version_conflict', 'daily_limit_exceeded'],
  publish: [
    'version_conflict',
    'publish_in_progress',
    'already_published',
    'daily_limit_exceeded',
    'picture_missing',
  ],
  'send back': ['moved_on'],
};

/** Checks that each answer is allowed, arrives in time, and contains nothing of another account. */
export function checkAnswers(history: History): string[] {
  const { intents, looks } = history;
  const traces = new Traces(history);
  const faults = (
    account: CampaignAccount,
    order: Order,
    sent: Attempt,
    allowed: readonly string[],
  ) => {
    const { operation, idempotencyKey = '' } = order;
    const what = `${operation} ${idempotencyKey} by ${account.name} at ${sent.node}, ${sent.channel}`;
    const strange = sent.reply ? traces.strangeTo(account, sent.reply.whole) : [];
    return [
      ...faultsOf(what, sent, allowed),
      ...strange.map((trace) => `${what}: the answer shows ${trace}`),
    ];
  };
  return [
    ...intents.flatMap(({ account, order, attempts }) =>
      attempts.flatMap((one) =>
        faults(account, order, one, [
          '',
          ...REFUSALS[order.operation],
          ...(order.seat ? ['moved_on'] : []),
        ]),
      ),
    ),
    ...looks.flatMap((look) => faults(look.account, look.order, look, [look.refusal])),
  ];
}

/** Checks that no client got 503. */
export function checkServed({ requests }: History): string[] {
  return requests.flatMap(({ order, reply, node, channel, from, to }) =>
    // A person who signs in is at the address of the greedy clients without a key, and waits with them.
    reply?.status === 503 && !reply.isOfAddress
      ? [
          `a request of others was refused after ${Math.round(to - from)} ms: ${order.operation} at ${node}, ` +
            `${channel}: ${reply.text}`,
        ]
      : [],
  );
}

function faultsOf(
  what: string,
  { reply, failure, channel, from, to }: Attempt,
  allowed: readonly string[],
): string[] {
  if (failure?.startsWith('TimeoutError') || failure?.startsWith('SyntaxError')) {
    return [`${what}: ${failure} after ${Math.round(to - from)} ms`];
  }
  if (!reply) return [];
  const strange = reply.status !== 503 && !allowed.includes(reply.code);
  return [
    ...(strange ? [`${what}: ${reply.status} ${reply.text.slice(0, 300)}`] : []),
    ...(reply.code === 'daily_limit_exceeded' && channel !== 'desk'
      ? faultsOfLimit(what, reply.body.details.quota)
      : []),
  ];
}

function faultsOfLimit(what: string, quota: { used: number; dailyWriteLimit: number }): string[] {
  return quota.used === quota.dailyWriteLimit
    ? []
    : [`${what}: refused at ${quota.used} of ${quota.dailyWriteLimit} units`];
}
