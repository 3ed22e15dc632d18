import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { generateKey } from '../../src/keys/key-secret.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { sql } from '../setup/sql.js';
import { difference, lowerQuartile, median, noiseBetween } from './noise.js';
import { Random } from './random.js';

const ROUNDS = 3_000;
const WARM_UP = 300;
/**
 * Number of keys that are used in turn. The service keeps the cached record of a key for 500 ms. With this many keys,
 * the record expires before the key is used again.
 */
const MANY = 1_000;
/**
 * Fraction of the time of a look-up. A difference smaller than this fraction counts as no difference. To detect such a
 * difference, an attacker would need hundreds of requests per id. There are 62^12 ids, and the service looks up each id
 * at most twice a second.
 */
const UNHEARD = 1 / 10;

/** Keys to which the service must respond in the same way. */
interface Group {
  readonly name: string;
  readonly keys: readonly { readonly keyId: string; readonly key: string }[];
  /** Times from a request to the head of its response, in ms. */
  readonly times: number[];
}

/** Makes keys that the service does not know yet. The keys have the right form and a correct checksum. */
const group = (name: string, count: number): Group => ({
  name,
  keys: Array.from({ length: count }, () => generateKey('program')),
  times: [],
});

/** Makes two groups of keys of the same kind, whose times differ only by chance. */
const pair = (name: string, count: number) =>
  [group(name, count), group(`${name}, again`, count)] as const;

const unknown = pair('unknown id', 1);
const wrong = pair('wrong secret', 1);
const unknownAnew = pair('unknown id, looked up', MANY);
const wrongAnew = pair('wrong secret, looked up', MANY);
const malformed: Group = {
  ...group('malformed', 0),
  keys: Array.from({ length: MANY }, () => {
    const { keyId, key } = generateKey('program');
    return { keyId, key: `${key.slice(0, -6)}000000` };
  }),
};

const random = new Random(inject('plan').seed).fork('keys');
let desk: Desk;
let right: Group;

beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT_PER_MINUTE: '0', ROLE: 'api', LOG_LEVEL: 'error' });
  right = { name: 'right key', keys: [{ keyId: '', key: desk.key }], times: [] };
  const known = [...wrong, ...wrongAnew].flatMap(({ keys }) => keys.map(({ keyId }) => keyId));
  await sql(
    desk.databaseUrl,
    `INSERT INTO publisher_key (id, account_id, name, secret_hash, scopes)
     SELECT id, $1, 'test', sha256('another secret'), '{read}' FROM unnest($2::text[]) id`,
    [desk.accountId, known],
  );
  await measure([right, malformed, ...unknown, ...wrong, ...unknownAnew, ...wrongAnew]);
}, 600_000);
afterAll(() => desk.close());

/** Sends one request with a key of each group per round. The order of the groups is random. */
async function measure(groups: readonly Group[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const { keys, times } of random.shuffled(groups)) {
      const time = await timeOf(agent, keys[round % keys.length]!.key);
      if (round >= WARM_UP) times.push(time);
    }
  }
  agent.destroy();
  for (const { name, times } of groups) {
    const [half, quarter] = [micro(median(times)), micro(lowerQuartile(times))];
    process.stdout.write(`${name}: median ${half}, lower quartile ${quarter}\n`);
  }
}

async function timeOf(agent: Agent, key: string): Promise<number> {
  const from = performance.now();
  const headers = { Authorization: `Bearer ${key}` };
  const request = get(`${desk.url}/api/v1/account/usage`, { agent, headers });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const time = performance.now() - from;
  await once(answer.resume(), 'end');
  return time;
}

const micro = (milliseconds: number): string => `${(milliseconds * 1_000).toFixed(0)} µs`;

/**
 * Returns the difference between the times of two groups, and the largest difference that chance alone produces, in
 * ms.
 */
function compare(some: Group, others: Group): { found: number; noise: number } {
  const found = difference(some.times, others.times);
  const noise = noiseBetween(some.times, others.times, random);
  const figures = `${micro(found)} apart, by chance up to ${micro(noise)}`;
  process.stdout.write(`${some.name} / ${others.name}: ${figures}\n`);
  return { found, noise };
}

describe('the time until a key is refused', () => {
  it('is measured precisely enough to detect a look-up', () => {
    const { found, noise } = compare(unknown[0], unknownAnew[0]);
    expect(found).toBeGreaterThan(5 * noise);
  });

  it.each([
    ['that are in the cache', unknown, wrong],
    ['that are looked up in the database', unknownAnew, wrongAnew],
  ])('shows no difference between known and unknown ids %s', (_which, ofNobody, ofSomebody) => {
    const lookUp = difference(unknown[0].times, unknownAnew[0].times);
    const pairs = [
      [ofNobody[0], ofNobody[1]],
      [ofNobody[0], ofSomebody[0]],
      [ofNobody[1], ofSomebody[1]],
    ] as const;
    for (const [some, others] of pairs) {
      const { found, noise } = compare(some, others);
      expect(found).toBeLessThan(Math.max(noise, UNHEARD * lookUp));
    }
  });
});
