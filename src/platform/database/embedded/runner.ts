import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError, type Folder } from './folder.js';
import type { Binaries } from './binaries.js';

interface Account {
  readonly uid: number;
  readonly gid: number;
}

const ROOT: Account = { uid: 0, gid: 0 };
const OTHER_NUMBER_FOR_ROOT = ['unshare', '--user', '--map-user=1', '--map-group=1'];

/**
 * Who the server runs as. PostgreSQL refuses root, so root lends it another account, or, where that
 * account cannot reach the files, a user namespace in which root goes by another number.
 */
export class Runner {
  private constructor(
    private readonly account?: Account,
    private readonly wrapper: readonly string[] = [],
  ) {}

  /**
   * An existing cluster is run by its owner; a new one by the first that can reach it.
   * @throws EmbeddedPostgresError when nobody can.
   */
  static choose(folder: Folder, binaries: Binaries): Runner {
    if (process.getuid?.() !== 0) return new Runner();
    const runners = accountsFor(folder).map((account) =>
      account.uid === 0 ? new Runner(undefined, OTHER_NUMBER_FOR_ROOT) : new Runner(account),
    );
    const chosen = runners.find((runner) => runner.canReach(folder, binaries));
    if (chosen) return chosen;
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and here root can neither lend it an account that can ` +
        `reach ${folder.path} and ${binaries.postgres}, nor make a user namespace (unshare --user). ` +
        `Start as an ordinary user, or set DATABASE_URL to use a PostgreSQL of your own.`,
    );
  }

  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
    return spawn(...this.commandLine(program, args), { ...options, ...this.ids() });
  }

  /** Hands a file over to the runner with `give`, where the runner is not this process's user. */
  own(give: (uid: number, gid: number) => void): void {
    if (this.account) give(this.account.uid, this.account.gid);
  }

  private canReach(folder: Folder, binaries: Binaries): boolean {
    const args = ['-c', 'cd "$0" && test -x "$1"', folder.path, binaries.postgres];
    const options = { stdio: 'ignore', ...this.ids() } as const;
    return spawnSync(...this.commandLine('sh', args), options).status === 0;
  }

  private commandLine(program: string, args: readonly string[]): [string, string[]] {
    const [wrapper, ...rest] = this.wrapper;
    return wrapper ? [wrapper, [...rest, program, ...args]] : [program, [...args]];
  }

  private ids(): Partial<Account> {
    return this.account ? { uid: this.account.uid, gid: this.account.gid } : {};
  }
}

function accountsFor(folder: Folder): Account[] {
  if (existsSync(folder.cluster)) return [statSync(folder.cluster)];
  const projectOwner = statSync(dirname(dirname(folder.path)));
  const accounts = [
    statSync(folder.path),
    projectOwner,
    accountOf('postgres'),
    accountOf('nobody'),
  ];
  return [...accounts.flatMap((account) => (account?.uid ? account : [])), ROOT];
}

function accountOf(name: string): Account | undefined {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
}
