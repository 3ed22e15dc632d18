import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/platform/config/config.js';
import type { Setting } from '../../../src/platform/config/setting.js';
import { SETTINGS } from '../../../src/platform/config/settings.js';

const PAGE = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
const GUIDE = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const settings = Object.values<Setting<unknown>>(SETTINGS);

/** Name and default in each row of the table. */
const table = PAGE.split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, name, value] = line.split('|').map((cell) => cell.trim());
    return [name, value];
  });

/**
 * The defaults that depend on other settings, as the page shows them. `read-config.spec.ts` tests the values of these
 * defaults.
 */
const DERIVED: Readonly<Record<string, string>> = {
  HOST: '`127.0.0.1`, with `DATABASE_URL` `0.0.0.0`',
  PUBLIC_BASE_URL: '`http://localhost:PORT`',
};

function shownDefault({ name, default: value }: Setting<unknown>): string {
  if (typeof value === 'function') return DERIVED[name] ?? 'a default that this test does not know';
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '–';
  return `\`${value as string | number | boolean}\``;
}

describe('the table of settings in docs/configuration.md', () => {
  it('[11.defaults] has every variable with its default, in the order of declaration', () => {
    expect(table).toEqual(
      settings.map((setting) => [`\`${setting.name}\``, shownDefault(setting)]),
    );
    const read = Object.entries(readConfig({}));
    const fixed = Object.entries<Setting<unknown>>(SETTINGS).filter(
      ([, setting]) => typeof setting.default !== 'function',
    );
    expect(read).toEqual(
      expect.arrayContaining(fixed.map(([key, setting]) => [key, setting.default])),
    );
  });
});

it('the operations guide states the true defaults', () => {
  // Matches the name of a setting, and the number in brackets after the name, as in: `DATABASE_POOL_SIZE` connections
  // (20).
  const stated = [...GUIDE.matchAll(/`([A-Z][A-Z_]+)`[^`(.;]{0,30}\((\d+)\)/g)];
  expect(stated.length).toBeGreaterThan(1);
  for (const [, name, value] of stated) {
    const setting = settings.find((candidate) => candidate.name === name);
    expect([name, value]).toEqual([name, String(setting?.default)]);
  }
});
