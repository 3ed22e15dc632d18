import { describe, expect, it } from 'vitest';
import { canonicalLocale } from '../../../src/platform/validation/locale.js';

describe('canonicalLocale', () => {
  it.each([
    ['en', 'en'],
    ['ko', 'ko'],
    ['fil', 'fil'],
    ['pt-BR', 'pt-BR'],
    ['zh-Hans', 'zh-Hans'],
    ['zh-Hant-TW', 'zh-Hant-TW'],
    ['es-419', 'es-419'],
    ['EN-us', 'en-US'],
    ['ZH-hANS-cn', 'zh-Hans-CN'],
    ['iw', 'he'],
  ])('writes %s as %s', (given, canonical) => {
    expect(canonicalLocale(given)).toBe(canonical);
  });

  it.each([
    ['nothing', ''],
    ['one letter', 'e'],
    ['four letters', 'engl'],
    ['five letters', 'engli'],
    ['an underscore', 'en_US'],
    ['a variant', 'de-1996'],
    ['a variant behind a region', 'ca-ES-valencia'],
    ['an extension', 'en-u-ca-gregory'],
    ['private use', 'en-x-private'],
    ['private use alone', 'x-private'],
    ['white space', ' en'],
    ['a slash', 'en/us'],
    ['another script', 'ко'],
    ['a hyphen at the end', 'en-'],
    ['the API', 'api'],
    ['the API in capitals', 'API'],
    ['MCP', 'mcp'],
    ['MCP in mixed case', 'McP'],
  ])('knows no %s', (_what, given) => {
    expect(canonicalLocale(given)).toBeUndefined();
  });
});
