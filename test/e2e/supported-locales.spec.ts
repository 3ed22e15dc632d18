import { afterAll, describe, expect, it } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectFaults } from '../setup/refusal.js';

const desk = await openDesk({ SUPPORTED_LOCALES: 'ko,pt-BR' });
const { api } = desk;
afterAll(() => desk.close());

describe('SUPPORTED_LOCALES', () => {
  it.each([
    ['ko', 'ko'],
    ['PT-br', 'pt-BR'],
  ])('[2.locale-supported] accepts a create in %s', async (given, locale) => {
    expect(expectAccepted(await api.create(newDocument({ locale: given })), 201)).toMatchObject({
      locale,
    });
  });

  it.each(['en', 'pt', 'ko-KR'])('[2.locale-supported] refuses a create in %s', async (locale) => {
    expectFaults(await api.create(newDocument({ locale })), 'locale');
  });

  it('[6.no-echo] does not repeat a refused locale', async () => {
    const refusal = await api.create(newDocument({ locale: 'xyz' }));
    expectFaults(refusal, 'locale');
    expect([refusal.text, ...refusal.headers.values()].join('\n')).not.toContain('xyz');
  });

  it('[2.locale-supported] reports a refused locale together with the other faults', async () => {
    const refusal = await api.create(newDocument({ locale: 'en', title: '' }));
    expectFaults(refusal, 'locale', 'title');
    const locales = { field: 'locale', message: 'must be one of: ko, pt-BR' };
    expect(refusal.body.details.errors).toContainEqual(locales);
  });
});
