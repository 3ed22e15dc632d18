import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import {
  type Circumstances,
  note,
  noteOfUpdate,
  readNote,
  replayNote,
} from '../../../src/mcp/notes.js';
import { SCOPES } from '../../../src/keys/scope.js';
import type { PublicationSummaryDto } from '../../../src/publications/dto/publication.dto.js';
import { SAMPLE } from '../../setup/document.js';

const draft: Pick<PublicationSummaryDto, keyof PublicationSummaryDto> = {
  id: '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6',
  locale: 'en',
  slug: 'a',
  ...SAMPLE,
  intent: 'draft',
  version: 4,
  publishedVersion: null,
  contentLength: 4,
  changeNote: '',
  approvedBy: null,
  approvedVia: null,
  returned: null,
  approvals: [],
  withdrawn: null,
  state: 'draft',
  indexStatus: 'not_published',
  url: 'http://localhost/en/a',
  publishError: null,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
  publishedAt: null,
};
const failed = (code: 'render_failed' | 'release_failed' | 'index_failed') => ({
  publishError: { code, message: 'It failed.', version: 4, failedAt: '2026-11-21T00:00:00.000Z' },
});

const releasing: Circumstances['releasing'] = {
  rule: 'any-key',
  scopes: SCOPES,
  hostAsks: false,
  deskUrl: () => null,
};

const URGED = /publish_publication|publish the new/;

describe('the note after a write', () => {
  it.each<[string, Partial<PublicationSummaryDto>, RegExp[]]>([
    [
      'a first draft',
      {},
      [/^Saved as version 4; nothing is public\./, /publish_publication with expectedVersion 4/],
    ],
    ['a review', { state: 'review', intent: 'review' }, [/offered for review; nothing is public/]],
    [
      'a draft of a public document',
      { publishedVersion: 2, indexStatus: 'ready' },
      [/the public page still shows version 2\./, /expectedVersion 4/],
    ],
    [
      'a first release',
      { state: 'publishing' },
      [/perhaps of an earlier version, is in progress; nothing is public yet/, /waitSeconds 30/],
    ],
    [
      'a later release',
      { state: 'publishing', publishedVersion: 2, indexStatus: 'ready' },
      [/the public page shows version 2/],
    ],
    [
      'a page that is public and indexed',
      { state: 'published', publishedVersion: 4, indexStatus: 'ready' },
      [
        /^Version 4 is public at the url of the document and the search of the site finds this version\.$/,
      ],
    ],
    [
      'a page that is not indexed yet',
      { state: 'published', publishedVersion: 4, indexStatus: 'pending' },
      [/does not find this version yet/, /get_publication with waitSeconds 30/],
    ],
    [
      'a page whose indexing failed',
      {
        state: 'published',
        publishedVersion: 4,
        indexStatus: 'pending',
        ...failed('index_failed'),
      },
      [
        /the indexing of version 4 failed \(index_failed\)/,
        /publish_publication with expectedVersion 4/,
      ],
    ],
    [
      'a document that cannot be rendered',
      failed('render_failed'),
      [
        /the release of version 4 failed \(render_failed\); nothing is public/,
        /Correct the content with update_publication/,
      ],
    ],
    [
      'a release that failed for another reason',
      { ...failed('release_failed'), publishedVersion: 2, indexStatus: 'ready' },
      [/still shows version 2/, /publish_publication with expectedVersion 4 and a new/],
    ],
    [
      'a revision after one that failed',
      { version: 5, ...failed('render_failed') },
      [
        /^Saved as version 5; the release of version 4 failed \(render_failed\); nothing is public\./,
        /publish_publication with expectedVersion 5 to release it/,
      ],
    ],
  ])('[8.note] describes %s', (_, changes, sayings) => {
    const text = note({ ...draft, ...changes }, { releasing });
    for (const saying of sayings) expect(text).toMatch(saying);
  });

  it('[8.note-urges-nothing] urges no release of a document that waits while an earlier version is in flight', () => {
    const waiting = { ...draft, state: 'publishing', intent: 'review' } as const;
    for (const told of [note, noteOfUpdate]) {
      expect(told(waiting, { releasing })).not.toMatch(URGED);
    }
  });

  it('[8.note-urges-nothing] urges no release of a document that equals the public version', () => {
    for (const state of ['draft', 'review'] as const) {
      const told = note({ ...draft, state, publishedVersion: 2 }, { isAsPublic: true, releasing });
      expect(told).toContain('nothing to release');
      expect(told).not.toContain('publish_publication');
    }
  });

  it('[8.note-rule] says to inform the user, and urges no publish, if the release rule forbids it and there is no desk', () => {
    for (const rule of ['confirmed', 'desk', 'other-key'] as const) {
      const ruled = { ...releasing, rule };
      for (const changes of [{}, failed('release_failed'), failed('render_failed')]) {
        const told = note({ ...draft, ...changes }, { releasing: ruled, isOwn: true });
        expect(told).not.toMatch(/publish_publication|publish the new|null/);
        expect(told).toContain('tell the user');
      }
    }
  });

  it('[8.note] says after an update that an earlier version is in flight', () => {
    expect(noteOfUpdate({ ...draft, state: 'publishing' }, { releasing })).toMatch(
      /^Saved as version 4 while an earlier version is being released\. .*expectedVersion 4/,
    );
    expect(noteOfUpdate(draft, { releasing })).toBe(note(draft, { releasing }));
  });

  it('[8.note-rule] does not ask for the release of what is already public, even if another release is in flight', () => {
    const told = noteOfUpdate({ ...draft, state: 'publishing' }, { isAsPublic: true, releasing });
    expect(told).toContain('does not differ from the public version');
    expect(told).not.toContain('publish_publication');
  });
});

/** Every state that a document can be in, with and without a public version, a withdrawal, a failure and a return. */
const DOCUMENTS: readonly Partial<PublicationSummaryDto>[] = (
  ['draft', 'review', 'publishing', 'published'] as const
).flatMap((state) =>
  [null, 2, 4].flatMap((publishedVersion) =>
    [null, { at: '2026-11-21T00:00:00.000Z' }].flatMap((withdrawn) =>
      [{}, failed('render_failed'), failed('release_failed'), failed('index_failed')].flatMap(
        (failure) =>
          [null, { version: 4, note: 'No.', by: 'Ada', at: '2026-11-21T00:00:00.000Z' }].map(
            (returned) =>
              Object.assign(
                {
                  state,
                  intent: state === 'review' ? ('review' as const) : ('draft' as const),
                  publishedVersion,
                  withdrawn: publishedVersion === null ? withdrawn : null,
                  indexStatus:
                    publishedVersion === null ? ('not_published' as const) : ('pending' as const),
                  returned,
                },
                failure,
              ),
          ),
      ),
    ),
  ),
);

const NEEDED_SCOPES = {
  get_publication: 'read',
  list_publications: 'read',
  create_publication: 'write',
  update_publication: 'write',
  publish_publication: 'publish',
} as const;

/** Every circumstance of a call, by the scopes of its key. */
const CIRCUMSTANCES: readonly Circumstances[] = [1, 2, 3, 4, 5, 6, 7].flatMap((bits) =>
  (['any-key', 'other-key', 'confirmed', 'desk'] as const).flatMap((rule) =>
    [true, false].flatMap((isOwn) =>
      ['https://press.example/desk/1', null].map((url) => ({
        isOwn,
        releasing: {
          rule,
          scopes: SCOPES.filter((_, at) => bits & (1 << at)),
          hostAsks: isOwn,
          deskUrl: () => url,
        },
      })),
    ),
  ),
);

const everyNote = (make: (document: PublicationSummaryDto, of: Circumstances) => string) =>
  CIRCUMSTANCES.flatMap((circumstances) =>
    DOCUMENTS.map((changes) => {
      const document = { ...draft, ...changes };
      return { document, circumstances, told: make(document, circumstances) };
    }),
  );

describe('every note', () => {
  it.each([
    ['after a write', note],
    ['after an update', noteOfUpdate],
    ['of a replay', (_: unknown, of: Circumstances) => replayNote(of)],
  ])('[8.note-scopes] %s names no tool that the key may not call', (_, make) => {
    const wrong = everyNote(make).filter(({ told, circumstances }) =>
      Object.entries(NEEDED_SCOPES).some(
        ([tool, scope]) => told.includes(tool) && !circumstances.releasing.scopes.includes(scope),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['after a write', note],
    ['after an update', noteOfUpdate],
  ])(
    '[8.note-urges-nothing] %s urges no release of a revision that was sent back, or that waits for a person',
    (_, make) => {
      const held = everyNote(make).filter(
        ({ document: { state, returned } }) =>
          state === 'review' || (state === 'draft' && returned !== null),
      );
      expect(held.length).toBeGreaterThan(1_000);
      expect(held.filter(({ told }) => URGED.test(told))).toEqual([]);
    },
  );

  it.each([
    ['after a write', note],
    ['after an update', noteOfUpdate],
    ['of a read', readNote],
  ])(
    '[8.note-withdrawn] %s says that the document was withdrawn, and urges no release',
    (_, make) => {
      const withdrawn = everyNote(make).filter(({ document }) => document.withdrawn !== null);
      expect(withdrawn.length).toBeGreaterThan(1_000);
      const ofWorking = withdrawn.filter(({ document }) => document.state !== 'published');
      for (const { told, document } of ofWorking) {
        expect(told).not.toMatch(URGED);
        if (document.state !== 'publishing' || make !== noteOfUpdate) {
          expect(told).toContain('an operator withdrew the document at 2026-11-21T00:00:00.000Z');
        }
      }
    },
  );

  it('[8.note-read] of a read asks for nothing', () => {
    const asking =
      /\b(?:call|tell|give|make|mend|wait) |(?:create|update|publish)_publication|null|undefined|\.\./i;
    expect(everyNote(readNote).filter(({ told }) => asking.test(told))).toEqual([]);
  });

  it('[8.note-scopes] says what a key without publish can do: offer the draft for review, and name the desk', () => {
    const told = note(draft, {
      releasing: {
        ...releasing,
        scopes: ['read', 'write'],
        deskUrl: (id) => `https://press.example/desk/${id}`,
      },
      isOwn: true,
    });
    expect(told).toContain(
      'offer the version for review (update_publication with intent set to review)',
    );
    expect(told).toContain(`at the desk, https://press.example/desk/${draft.id}`);
  });
});
