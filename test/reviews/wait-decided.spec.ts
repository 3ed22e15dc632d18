import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';

const desk = await sharedDesk();

const waiting = async (id: string, until: string) => {
  const begun = performance.now();
  const headers = { Prefer: 'wait=20' };
  const path = `/api/v1/publications/${id}?until=${until}&view=summary`;
  const { body } = await desk.api.request('GET', path, { headers });
  return { body, seconds: (performance.now() - begun) / 1_000 };
};

it('[4.wait-decided] a wait with until=decided ends when the revision offered for review is released', async () => {
  const { id } = expectAccepted(await desk.api.create(newDocument({ intent: 'review' })), 201);
  const settled = await waiting(id, 'settled');
  expect(settled.body.state).toBe('review');
  const decided = waiting(id, 'decided');
  await sleep(1_000);
  await desk.api.publish(id, { expectedVersion: 1 });
  const { body, seconds } = await decided;
  expect(body).toMatchObject({ state: 'published', indexStatus: 'ready' });
  expect(seconds).toBeGreaterThan(1);
});

it('[4.wait-decided] a wait with until=decided ends when the revision is no longer offered for review', async () => {
  const { id } = expectAccepted(await desk.api.create(newDocument({ intent: 'review' })), 201);
  const decided = waiting(id, 'decided');
  await sleep(500);
  await desk.api.update(id, { expectedVersion: 1, intent: 'draft' });
  expect((await decided).body).toMatchObject({ state: 'draft', version: 2 });
});
