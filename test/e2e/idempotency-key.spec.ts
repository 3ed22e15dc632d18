import { describe, expect, it } from 'vitest';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';

const desk = await sharedPair();

describe('the header Idempotency-Key', () => {
  it.each([
    ['1 character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    [
      'every visible character',
      Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join(''),
    ],
    ['255 characters in quotation marks', `"${'q'.repeat(255)}"`],
  ])('[5.idem-form] may be %s', async (_form, key) => {
    const document = newDocument();
    expectAccepted(await desk.api.create(document, { key }), 201);
    const again = await desk.api.create(document, { key });
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  });

  it.each([
    ['empty', ''],
    ['empty in quotation marks', '""'],
    ['256 characters', 'k'.repeat(256)],
    ['256 characters in quotation marks', `"${'k'.repeat(256)}"`],
    ['two words', 'a b'],
    ['a tab', 'a\tb'],
    ['not ASCII', 'clé'],
  ])('[5.idem-form] is invalid when it is %s', async (_form, key) => {
    expectRefusal(await desk.api.create(newDocument(), { key }), 400, 'idempotency_key_invalid');
  });

  it('[5.idem-quotes] is the same key with and without quotation marks', async () => {
    const document = newDocument();
    const quoted = await desk.api.create(document, { key: '"order-7"' });
    expectAccepted(quoted, 201);
    const bare = await desk.api.create(document, { key: 'order-7' });
    expect(bare.headers.get('Idempotent-Replayed')).toBe('true');
    expect(bare.text).toBe(quoted.text);
  });

  it('is case-sensitive', async () => {
    expectAccepted(await desk.api.create(newDocument(), { key: 'CASE' }), 201);
    expectAccepted(await desk.api.create(newDocument(), { key: 'case' }), 201);
  });
});
