import { afterAll, describe, expect, it } from 'vitest';
import {
  INDEX_STATUS_SQL,
  IS_RETURNED,
  indexStatusOf,
  INTENTS,
  STATE_SQL,
  type StateFacts,
  stateOf,
} from '../../src/documents/publication-state.js';
import { mayBeNamed, whyNotNamed } from '../../src/releases/release-request.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { sql } from '../setup/sql.js';

const VERSIONS = [1, 2, 3];
const VERSIONS_OR_NONE = [null, ...VERSIONS];

interface Facts extends Omit<StateFacts, 'inFlight' | 'returned'> {
  readonly isReturned: boolean;
  /** `null` if there is no release row. In this case, `publishedVersion` and `indexedVersion` are `null`, too. */
  readonly inFlight: boolean | null;
}

/** Yields every combination of facts, including those that cannot occur. */
function* everyCombination(): Generator<Facts> {
  for (const version of VERSIONS) {
    for (const intent of INTENTS) {
      for (const isReturned of [true, false]) {
        const working = { version, intent, isReturned };
        yield { ...working, inFlight: null, publishedVersion: null, indexedVersion: null };
        for (const inFlight of [true, false]) {
          for (const publishedVersion of VERSIONS_OR_NONE) {
            for (const indexedVersion of VERSIONS_OR_NONE) {
              yield { ...working, inFlight, publishedVersion, indexedVersion };
            }
          }
        }
      }
    }
  }
}

const RETURNED = { version: 1, note: 'No.', by: 'Ada', at: '2026-11-24T00:00:00.000Z' };

const combinations = [...everyCombination()];

/**
 * Evaluates the SQL of the list. This SQL uses the aliases `p` for the publication, `r` for the working revision, `l`
 * for the release, and `back` for the decision.
 */
const QUERY = `
  SELECT ${STATE_SQL} AS state, ${INDEX_STATUS_SQL} AS "indexStatus", ${IS_RETURNED} AS "isReturned"
  FROM jsonb_to_recordset($1::jsonb) AS f ("version" integer, "intent" text,
    "isReturned" boolean, "inFlight" boolean, "publishedVersion" integer, "indexedVersion" integer)
  CROSS JOIN LATERAL (SELECT f.version) p (version)
  CROSS JOIN LATERAL (SELECT f.intent) r (intent)
  LEFT JOIN LATERAL (SELECT f."inFlight", f."publishedVersion", f."indexedVersion" WHERE f."inFlight" IS NOT NULL)
    l (in_flight, published_version, indexed_version) ON true
  LEFT JOIN LATERAL (SELECT 1 WHERE f."isReturned") back (id) ON true`;

const database = await freshDatabase();
const derived = await sql<{ state: string; indexStatus: string; isReturned: boolean }>(
  database.url,
  QUERY,
  [JSON.stringify(combinations)],
);
afterAll(() => database.drop());

describe('state and indexStatus', () => {
  it('[4.list-filter-derived] are the same in filters and in answers, for every combination of facts', () => {
    const expected = combinations.map(({ isReturned, ...facts }) => ({
      state: stateOf({
        ...facts,
        inFlight: facts.inFlight ?? false,
        returned: isReturned ? RETURNED : null,
      }),
      indexStatus: indexStatusOf(facts),
    }));
    expect(derived.map(({ state, indexStatus }) => ({ state, indexStatus }))).toEqual(expected);
  });

  it('[4.list-filter-derived] agree with returned=true: every revision that this filter selects has the state draft', () => {
    const isDraft = ({ state }: (typeof derived)[number]) => state === 'draft';
    expect(derived.filter(({ isReturned }) => isReturned).every(isDraft)).toBe(true);
    expect(derived.some(({ isReturned }) => isReturned)).toBe(true);
  });
});

/** Every combination of facts about a release. The test publishes the newest revision, which is revision 3. */
const releases = VERSIONS.flatMap((requestedVersion) =>
  [true, false].flatMap((inFlight) =>
    VERSIONS_OR_NONE.flatMap((publishedVersion) =>
      VERSIONS_OR_NONE.flatMap((indexedVersion) =>
        [true, false].map((releaseDue) => ({
          requestedVersion,
          inFlight,
          publishedVersion,
          indexedVersion,
          releaseDue,
        })),
      ),
    ),
  ),
);

describe('the check whether a publish may name a revision', () => {
  it('[3.publish-in-progress] has the same result in the SQL of the write and in the code that explains a refusal', async () => {
    const named = await sql<{ may: boolean }>(
      database.url,
      `SELECT ${mayBeNamed('3')} AS may
       FROM jsonb_to_recordset($1::jsonb) AS f ("requestedVersion" integer, "inFlight" boolean,
         "publishedVersion" integer, "indexedVersion" integer, "releaseDue" boolean)
       CROSS JOIN LATERAL (SELECT f."requestedVersion", f."inFlight", f."publishedVersion",
         f."indexedVersion", CASE WHEN f."releaseDue" THEN now() END)
         l (requested_version, in_flight, published_version, indexed_version, due_at)`,
      [JSON.stringify(releases)],
    );
    expect(named.map(({ may }) => may)).toEqual(
      releases.map((release) => whyNotNamed(release, 3) === undefined),
    );
  });
});
