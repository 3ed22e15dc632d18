import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectFaults, expectRefusal } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

const { id } = (await api.create(newDocument())).body;

describe('expectedVersion', () => {
  it('[2.expected-version-form] is required', async () => {
    expectFaults(await api.update(id, { title: 'B' }), 'expectedVersion');
    expectFaults(await api.publish(id, {}), 'expectedVersion');
  });

  it.each(['0', '-1', '-0', '1.5', '0.999', '"1"', '""', 'true', '[1]', '{}', '1e-1', '-1e300'])(
    '[2.expected-version-form] must not be %s',
    async (value) => {
      const update = `{"title":"B","expectedVersion":${value}}`;
      expectFaults(await api.update(id, update), 'expectedVersion');
      const publish = `{"expectedVersion":${value}}`;
      expectFaults(await api.publish(id, publish), 'expectedVersion');
    },
  );

  it.each(['1', '1.0', '1e0'])(
    '[2.expected-version-form] is an integer that may be written as %s',
    async (one) => {
      const { id: other } = (await api.create(newDocument())).body;
      const update = `{"title":"B","expectedVersion":${one}}`;
      expect(expectAccepted(await api.update(other, update), 200).version).toBe(2);
    },
  );

  it('[2.expected-version-ahead] conflicts if no number of JavaScript can hold it', async () => {
    const body = `{"title":"B","expectedVersion":1${'0'.repeat(400)}}`;
    expectRefusal(await api.update(id, body), 409, 'version_conflict');
    const publish = `{"expectedVersion":1e400}`;
    expectRefusal(await api.publish(id, publish), 409, 'version_conflict');
  });

  it.each([
    ['one above', 2],
    ['the greatest that 4 bytes hold', 2 ** 31 - 1],
    ['one more than 4 bytes hold', 2 ** 31],
    ['the greatest exact integer', Number.MAX_SAFE_INTEGER],
    ['one more than 8 bytes hold', 2 ** 63],
    ['beyond every version', 1e300],
  ])(
    '[2.expected-version-ahead] [5.changed-fields-unmade] conflicts if it exceeds the current version: %s',
    async (_what, expectedVersion) => {
      const refusals = [
        await api.update(id, { expectedVersion, title: 'B' }),
        await api.publish(id, { expectedVersion }),
      ];
      for (const refusal of refusals) {
        expectRefusal(refusal, 409, 'version_conflict');
        expect(refusal.body.details).toEqual({
          expectedVersion,
          currentVersion: 1,
          publishedVersion: null,
          state: 'draft',
          changedFields: [],
          lastChange: expect.objectContaining({ channel: 'http' }) as object,
        });
      }
    },
  );

  it('[2.update-names-a-field] is refused if an update has no other field, or only a changeNote', async () => {
    const refusal = await api.update(id, { expectedVersion: 1 });
    expectRefusal(refusal, 422, 'validation_failed');
    expect(refusal.body.details.errors).toEqual([
      { field: 'expectedVersion', message: 'must be sent with at least one field that changes' },
    ]);
    const note = await api.update(id, { expectedVersion: 1, changeNote: 'Why' });
    expectRefusal(note, 422, 'validation_failed');
    expect(note.body.details.errors.map(({ field }) => field)).toEqual(['changeNote']);
  });
});
