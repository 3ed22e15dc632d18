import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newPerson } from '../desk/person.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';

const desk = await sharedDesk();
const person = await newPerson(desk, desk.accountId);

it.each<[string, (id: string) => Promise<unknown>, object]>([
  [
    'is released',
    (id) => desk.api.publish(id, { expectedVersion: 1 }, { headers: { Prefer: 'wait=20' } }),
    { state: 'published', indexStatus: 'ready' },
  ],
  [
    'is no longer offered for review',
    (id) => desk.api.update(id, { expectedVersion: 1, intent: 'draft' }),
    { state: 'draft', version: 2 },
  ],
  [
    'is sent back at the desk',
    async (id) => {
      const action = `/desk/${id}/send-back`;
      await person.post(action, { ...(await person.form(`/desk/${id}`, action)), note: 'No.' });
    },
    { state: 'draft', returned: { note: 'No.' } },
  ],
])(
  '[4.wait-decided] a wait with until=decided ends within a second after the revision offered for review %s, and not before',
  async (_, decide, wanted) => {
    const { id } = expectAccepted(await desk.api.create(newDocument({ intent: 'review' })), 201);
    const waiting = async (until: string) => {
      const path = `/api/v1/publications/${id}?until=${until}&view=summary`;
      const { body } = await desk.api.request('GET', path, { headers: { Prefer: 'wait=20' } });
      return { body, at: performance.now() };
    };
    expect((await waiting('settled')).body.state).toBe('review');
    const decision = waiting('decided');
    await sleep(700);
    const begun = performance.now();
    await decide(id);
    const done = performance.now();
    const { body, at } = await decision;
    expect(body).toMatchObject(wanted);
    expect(at).toBeGreaterThan(begun);
    expect(at - done).toBeLessThan(1_000);
  },
);
