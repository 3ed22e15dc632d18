import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs of the cluster, each with its Debian package. */
const PROGRAMS = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  psql: 'postgresql',
  setpriv: 'util-linux',
} as const;

const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Paths of the installed programs. */
export interface Programs {
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  readonly pgbouncer: string;
  readonly psql: string;
  readonly setpriv: string;
  readonly patroniVersion: string;
  readonly pgbouncerVersion: string;
  /** The folder of `postgres` and `pg_basebackup`. */
  readonly postgresBin: string;
}

/** Finds the programs. @throws Error with one line that says which packages are missing */
export function findPrograms(): Programs {
  const found = new Map<string, string>();
  const missing = new Set<string>();
  for (const [program, debianPackage] of Object.entries(PROGRAMS)) {
    const path = findProgram(program);
    if (path === undefined) missing.add(debianPackage);
    else found.set(program, path);
  }
  const postgresBin = newestPostgres();
  if (postgresBin === undefined) missing.add('postgresql');
  if (missing.size > 0) {
    const packages = [...missing].join(' ');
    throw new Error(
      `The cluster needs packages that are not installed: apt-get install ${packages}`,
    );
  }
  const [patroniVersion, pgbouncerVersion] = ['patroni', 'pgbouncer'].map((name) =>
    versionOf(found.get(name)!),
  );
  const versions = { patroniVersion, pgbouncerVersion };
  return { ...Object.fromEntries(found), postgresBin, ...versions } as unknown as Programs;
}

/** Whether a version, such as 3.0.2, is `wanted` or a later version. */
export const isSince = (version: string, wanted: string): boolean =>
  version.localeCompare(wanted, 'en', { numeric: true }) >= 0;

/** Reads the version that a program prints. @throws Error if the program prints no version */
function versionOf(path: string): string {
  const text = execFileSync(path, ['--version'], { encoding: 'utf8' });
  const [version] = /\d+(\.\d+)+/.exec(text) ?? [];
  if (version === undefined) throw new Error(`${path} --version prints no version: ${text}`);
  return version;
}

function findProgram(name: string): string | undefined {
  // Some programs are in /usr/sbin, which only root has in its PATH.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function newestPostgres(): string | undefined {
  if (!existsSync(POSTGRES_VERSIONS)) return undefined;
  return readdirSync(POSTGRES_VERSIONS)
    .filter((version) => /^\d+$/.test(version))
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_VERSIONS, version, 'bin'))
    .find(
      (folder) => existsSync(join(folder, 'pg_basebackup')) && existsSync(join(folder, 'postgres')),
    );
}
