import * as fc from 'fast-check';
import { RELEASE_RULES } from '../../../src/accounts/release-rule.js';
import { describe, expect, it } from 'vitest';
import type { PublicationFacts } from '../../../src/writes/facts.sql.js';
import type { Facts } from '../../../src/writes/facts.sql.js';
import { editFailed } from '../../../src/publications/publications.errors.js';
import { FINGERPRINT_FORMAT, fingerprint } from '../../../src/writes/fingerprint.js';
import { outcomeOf } from '../../../src/writes/refusal.js';
import type { Write, Writer } from '../../../src/writes/write.js';
import { approvalRequired } from '../../../src/writes/writes.errors.js';

const ID = '019aa5b4-6a3c-7c1e-9d59-3f0b6f4d2a10';
const CLIENT: Writer = {
  channel: 'http',
  client: null,
  keyId: 'key',
  accountId: ID,
  accountName: 'Gazette',
  scopes: ['write', 'publish'],
  session: null,
  requestId: 'request',
};
const OPERATOR: Writer = {
  channel: 'operator',
  operator: 'root',
  accountId: ID,
  accountName: 'Gazette',
  requestId: 'request',
};

const version = fc.integer({ min: 1, max: 4 });
const versionOrNull = fc.option(version);
const address = fc.record(
  { locale: fc.constantFrom('en', 'ko'), slug: fc.constantFrom('a', 'b') },
  { requiredKeys: [] },
);

/** The person in a form of the MCP host did not agree. */
const DECLINED = approvalRequired('confirmed', null);

const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({
    operation: fc.constant('create' as const),
    publicationId: fc.constant(ID),
    idempotencyKey: fc.constant('key'),
    payload: fc.constant({ title: 'A' }),
    document: fc.constant({
      locale: 'en',
      slug: 'a',
      title: 'A',
      content: 'Text',
      description: '',
      tags: [],
      sources: [],
      author: { kind: 'ai', name: 'A' },
      intent: 'draft' as const,
      changeNote: '',
    }),
    pictures: fc.constant([]),
  }),
  fc.record({
    operation: fc.constant('update' as const),
    publicationId: fc.constant(ID),
    idempotencyKey: fc.constant('key'),
    payload: fc.constant({ title: 'A' }),
    expectedVersion: version,
    address,
    change: fc.constantFrom({}, { title: 'A' }),
    pictures: fc.constant(null),
    restoreVersion: fc.constantFrom(null, 1),
    deferredProblem: fc.constantFrom(null, editFailed([])),
  }),
  fc.record({
    operation: fc.constant('publish' as const),
    publicationId: fc.constant(ID),
    idempotencyKey: fc.constant('key'),
    payload: fc.constant({ expectedVersion: 1 }),
    expectedVersion: version,
    approvedBy: fc.constant(null),
    approvedVia: fc.constant(null),
    unlessReturned: fc.constant(false),
    knownWithdrawal: fc.constant(undefined),
    deferredProblem: fc.constantFrom(null, DECLINED),
  }),
);

const publication: fc.Arbitrary<PublicationFacts> = fc.record({
  id: fc.constant(ID),
  locale: fc.constant('en'),
  slug: fc.constant('a'),
  version,
  createdAt: fc.constant('2026-11-22T00:00:00.000Z'),
  updatedAt: fc.constant('2026-11-22T00:00:00.000Z'),
  document: fc.record({
    title: fc.constant('A'),
    description: fc.constant(''),
    tags: fc.constant([]),
    sources: fc.array(fc.constant('https://example.org/'), { maxLength: 2 }),
    author: fc.constant({ kind: 'ai', name: 'A' }),
  }),
  intent: fc.constant('draft' as const),
  changeNote: fc.constant(''),
  contentLength: fc.constant(4),
  approvedBy: fc.constant(null),
  approvedVia: fc.constant(null),
  returned: fc.constant(null),
  withdrawnAt: fc.constant(null),
  mayRelease: fc.boolean(),
  faultyPictures: fc.constantFrom(null, [{ sha256: 'a', reason: 'missing' as const }]),
  restorable: fc.boolean(),
  restoreErased: fc.boolean(),
  changedAt: fc.constant('2026-11-22T00:00:00.000Z'),
  changedBy: fc.constant('key'),
  changedThrough: fc.constant('http'),
  requestedVersion: versionOrNull,
  inFlight: fc.boolean(),
  publishedVersion: versionOrNull,
  publishedAt: fc.constant(null),
  indexedVersion: versionOrNull,
  publishError: fc.constant(null),
  changedFields: fc.constant(['title']),
  releaseDue: fc.boolean(),
});

const WRITTEN = {
  id: ID,
  version: 1,
  locale: 'en',
  slug: 'a',
  document: {
    title: 'A',
    description: '',
    tags: [],
    sources: [],
    author: { kind: 'ai', name: 'A' },
  },
  intent: 'draft' as const,
  changeNote: '',
  contentLength: 4,
};

const facts: fc.Arbitrary<(of: Write) => Facts> = fc
  .record({
    releaseRule: fc.constantFrom(...RELEASE_RULES),
    isAuthenticated: fc.boolean(),
    status: fc.constantFrom('active' as const, 'suspended' as const),
    dailyLimit: fc.constantFrom(0, 1, 2),
    used: fc.constantFrom(0, 1, 2),
    recorded: fc.constantFrom('none', 'same', 'other'),
    keyInUse: fc.boolean(),
    publication: fc.option(publication),
    pathTaken: fc.boolean(),
    ownAtPath: fc.constant(null),
  })
  .map(({ recorded, ...rest }) => (of) => ({
    ...rest,
    accountId: ID,
    plan: 'free',
    resetsAt: '2026-11-23T00:00:00.000Z',
    secondsToReset: 1,
    record:
      recorded === 'none'
        ? null
        : {
            ...WRITTEN,
            recordId: ID,
            fingerprint: fingerprint(
              recorded === 'same' ? of : { ...of, payload: { another: true } },
              FINGERPRINT_FORMAT,
            ).toString('hex'),
            fingerprintFormat: FINGERPRINT_FORMAT,
            answer: {} as never,
            content: 'Text',
          },
  }));

/** Returns the code if the outcome is a refusal, and the kind of the outcome if it is not a refusal. */
function wordOf(given: Facts, writer: Writer, of: Write, minSources: number): string {
  const outcome = outcomeOf(given, writer, of, { minSources, deskUrl: () => null });
  return outcome.kind === 'refused' ? outcome.problem.code : outcome.kind;
}

/** Returns the checks of contract 5 in order. The first check that applies gives the expected outcome. */
function checks(
  given: Facts,
  writer: Writer,
  of: Write,
  minSources: number,
): [word: string, holds: boolean][] {
  const paid = writer === CLIENT;
  const { publication: current, record } = given;
  const sent = of.operation === 'create' ? undefined : of.expectedVersion;
  const named = fingerprint(of, FINGERPRINT_FORMAT).toString('hex');
  const isPublish = of.operation === 'publish' && current !== null;
  const flies = isPublish && current.inFlight && current.requestedVersion === sent;
  const failed = isPublish && !current.releaseDue && current.indexedVersion !== sent;
  return [
    ['unauthorized', paid && !given.isAuthenticated],
    ['account_suspended', paid && given.status === 'suspended'],
    ['replay', record !== null && record.fingerprint === named],
    ['idempotency_key_reused', record !== null],
    ['key_in_use', given.keyInUse],
    ['not_found', of.operation !== 'create' && current === null],
    [
      'immutable_field',
      of.operation === 'update' &&
        ((of.address.locale ?? 'en') !== 'en' || (of.address.slug ?? 'a') !== 'a'),
    ],
    [
      'validation_failed',
      of.operation === 'update' &&
        Object.keys(of.change).length === 0 &&
        of.restoreVersion === null &&
        of.deferredProblem === null,
    ],
    ['version_conflict', sent !== undefined && current?.version !== sent],
    ['edit_failed', of.operation === 'update' && of.deferredProblem !== null],
    [
      'validation_failed',
      of.operation === 'update' && of.restoreVersion !== null && current?.restorable !== true,
    ],
    ['path_conflict', of.operation === 'create' && given.pathTaken],
    ['publish_in_progress', flies],
    ['already_published', isPublish && current.publishedVersion === sent && !failed],
    ['picture_missing', isPublish && current.faultyPictures !== null],
    ['sources_required', isPublish && current.document.sources.length < minSources],
    ['approval_required', isPublish && (of.deferredProblem !== null || !current.mayRelease)],
    ['daily_limit_exceeded', paid && given.used >= given.dailyLimit],
    ['try_again', true],
  ];
}

describe('the refusal of a write', () => {
  it('[6.next-step] names a way that exists if the service has no desk', () => {
    const nextSteps = (['other-key', 'confirmed', 'desk'] as const).map(
      (rule) => approvalRequired(rule, null).occasion.nextStep,
    );
    expect(nextSteps[0]).toContain('another key');
    for (const other of nextSteps.slice(1)) expect(other).toContain('An operator can');
    for (const each of nextSteps) expect(each).not.toContain('deskUrl');
  });

  it('[5.order-quota-last] is that of the first check that applies, in the order of the contract', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        facts,
        write,
        fc.constantFrom(CLIENT, OPERATOR),
        fc.constantFrom(0, 2),
        (make, of, writer, minSources) => {
          const given = make(of);
          const expected = checks(given, writer, of, minSources).find(([, holds]) => holds)![0];
          seen.add(expected);
          expect(wordOf(given, writer, of, minSources)).toBe(expected);
        },
      ),
      // The rarest outcome occurs in about one of 700 runs. So every outcome occurs in this many runs.
      { numRuns: 20_000 },
    );
    // Every outcome must occur, because an outcome that does not occur is not tested.
    const NONE = { publication: null, record: null } as Facts;
    const all = checks(NONE, CLIENT, { operation: 'publish' } as Write, 0);
    expect(seen).toEqual(new Set(all.map(([word]) => word)));
  });
});
