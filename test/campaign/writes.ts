import type { Intent } from './history.js';
import type { CampaignAccount } from './accounts.js';
import type { PictureStock } from './pictures.js';
import type { Random } from './random.js';
import type { Seat } from './seat.js';
import type { KnownDocument } from './known-documents.js';
import { author, content, sources, title } from './texts.js';

/** The addresses for the documents of a round. Because there are only a few addresses, writers conflict. */
export interface Scenario {
  readonly round: number;
  readonly locale: string;
  readonly slugs: readonly string[];
  /** The pictures that new documents show. */
  readonly stock: PictureStock;
}

let count = 0;

/** Returns a new write of an account. Each write has its own mark and its own idempotency key. */
function begin(
  account: CampaignAccount,
  { round }: Scenario,
  order: (mark: string) => Omit<Intent['order'], 'idempotencyKey'>,
): Intent {
  const number = (count += 1).toString(36);
  const mark = `mark-${account.name}-r${round}n${number}`;
  const idempotencyKey = `r${round}-${mark}`;
  return { account, order: { ...order(mark), idempotencyKey }, attempts: [] };
}

export const creation = (account: CampaignAccount, scenario: Scenario, random: Random): Intent =>
  begin(account, scenario, (mark) => ({
    operation: 'create',
    fields: {
      locale: scenario.locale,
      slug: random.pick(scenario.slugs),
      title: title(mark),
      content: content(mark, random, scenario.stock),
      sources: sources(mark),
      author: author(mark),
      ...(random.chance(0.5) ? { tags: [mark] } : {}),
      ...(random.chance(0.3) ? { intent: 'review' } : {}),
    },
  }));

export function revision(
  account: CampaignAccount,
  scenario: Scenario,
  random: Random,
  { id, version }: KnownDocument,
): Intent {
  return begin(account, scenario, (mark) => {
    const changes = {
      title: title(mark),
      content: content(mark, random, scenario.stock),
      description: `About ${mark}`,
      tags: [mark, 'tag'],
      sources: sources(mark),
      author: author(mark),
      intent: 'review',
    };
    const names = random.shuffled(Object.keys(changes) as (keyof typeof changes)[]);
    const some = names.slice(0, random.whole(1, 3)).map((name) => [name, changes[name]]);
    return {
      operation: 'update',
      id,
      fields: { ...Object.fromEntries(some), expectedVersion: stale(version, random) },
    };
  });
}

export const publication = (
  account: CampaignAccount,
  scenario: Scenario,
  random: Random,
  { id, version }: KnownDocument,
): Intent =>
  begin(account, scenario, () => ({
    operation: 'publish',
    id,
    fields: { expectedVersion: stale(version, random) },
  }));

/**
 * Returns a person's decision on a document, from the version, state and key of a form. With a note, the decision sends
 * the document back. Without a note, the decision releases the version.
 */
export function decision(
  account: CampaignAccount,
  scenario: Scenario,
  seat: Seat,
  id: string,
  { version, state, key }: Readonly<Record<string, string>>,
  note?: string,
): Intent {
  const intent = begin(account, scenario, (mark) => ({
    operation: note === undefined ? 'publish' : 'send back',
    id,
    seat,
    fields: {
      expectedVersion: Number(version),
      state,
      ...(note === undefined ? {} : { note: `${note} ${mark}` }),
    },
  }));
  return { ...intent, order: { ...intent.order, idempotencyKey: key! } };
}

/** Returns the same write with a new key, like a client that has forgotten the first key. */
export const withNewKey = ({ account, order }: Intent, scenario: Scenario): Intent =>
  begin(account, scenario, () => order);

/** Returns `version`, or sometimes the version before `version`. */
const stale = (version: number, random: Random): number =>
  random.chance(0.1) ? Math.max(1, version - 1) : version;
